import { type Chunk, chunkOf, useChunk } from '../../ui/lazy-module.ts'
import { ChunkFailure } from '../../ui/load-error.tsx'
import type { VariantListProps } from './variant-list.tsx'

/** The list of variants, which comes after the first paint. */
export const variantChunk: Chunk<typeof import('./variant-list.tsx')> = chunkOf(
  () => import(/* webpackChunkName: "variants" */ './variant-list.tsx'),
)

/** The place of the variants of a row. */
export function VariantSlot(props: VariantListProps) {
  const chunk = useChunk(variantChunk)
  if (chunk.status === 'loaded') return <chunk.part.VariantList {...props} />
  if (chunk.status === 'failed') return <ChunkFailure what="The variants" retry={chunk.retry} />
  return <p>Loading...</p>
}
