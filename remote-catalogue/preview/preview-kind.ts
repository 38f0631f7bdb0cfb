import type { Entry } from '../model/entry.ts'

/** How an entry can be previewed; null if it can't. */
export type PreviewKind = 'letter-styles' | 'image-edit' | 'color' | 'effect'

const effectCodes = new Set(['attp_i', 'rgb'])

/** Names the preview of an entry, without loading it. */
export function getPreviewKind({ path, row }: Entry): PreviewKind | null {
  if (row.variants?.sampleText !== undefined) return 'letter-styles'
  if (path === '/api/imageEdit') return 'image-edit'
  if (row.code === 'color_to_png') return 'color'
  return row.group !== undefined || effectCodes.has(row.code) ? 'effect' : null
}
