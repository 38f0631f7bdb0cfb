import type { Values } from '@portico/shared/api/validate-values.ts'
import type { Entry } from '../model/entry.ts'
import { getPreviewKind } from '../preview/preview-kind.ts'
import { createLazyModule, type LazyModule, useLazyModule } from '../ui/lazy-module.ts'

const previewModule: LazyModule<typeof import('../preview/preview.tsx')> = createLazyModule(
  () => import(/* webpackChunkName: "preview" */ '../preview/preview.tsx'),
)

interface LazyPreviewProps {
  readonly entry: Entry
  readonly values: Values
}

/** The preview of an entry, if it has one. Omitted if its code fails to load. */
export function LazyPreview({ entry, values }: LazyPreviewProps) {
  const hasPreview = getPreviewKind(entry) !== null
  const preview = useLazyModule(previewModule, hasPreview)
  if (!hasPreview || preview.status !== 'loaded') return null
  return <preview.module.Preview entry={entry} values={values} />
}
