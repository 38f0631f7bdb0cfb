import type { Values } from '@portico/shared/api/validate-values.ts'
import type { Entry } from '../model/entry.ts'
import { previewKind } from '../preview/preview-kind.ts'
import { type Chunk, chunkOf, useChunk } from '../ui/lazy-module.ts'

const preview: Chunk<typeof import('../preview/preview.tsx')> = chunkOf(
  () => import(/* webpackChunkName: "preview" */ '../preview/preview.tsx'),
)

interface PreviewSlotProps {
  readonly entry: Entry
  readonly values: Values
}

/** The place of the preview, where an entry has one. Where its code does not come the row is whole without it. */
export function PreviewSlot({ entry, values }: PreviewSlotProps) {
  const hasPreview = previewKind(entry) !== null
  const chunk = useChunk(preview, hasPreview)
  return hasPreview && chunk.status === 'loaded' ? <chunk.part.Preview entry={entry} values={values} /> : null
}
