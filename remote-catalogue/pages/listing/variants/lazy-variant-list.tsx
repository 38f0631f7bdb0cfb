import { createLazyModule, type LazyModule, useLazyModule } from '../../../ui/lazy-module.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import type { VariantListProps } from './variant-list.tsx'

/** The list of variants, loaded after the first paint. One file with the previews: each more makes the entry larger. */
export const variantListModule: LazyModule<typeof import('./variant-list.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "preview" */ './variant-list.tsx'),
)

/** The variants of a row. */
export function LazyVariantList(props: VariantListProps) {
  const list = useLazyModule(variantListModule)
  if (list.status === 'loaded') return <list.module.VariantList {...props} />
  if (list.status === 'failed') return <LoadError what="The variants" retry={list.retry} />
  return <p>Loading...</p>
}
