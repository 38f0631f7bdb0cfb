import type { Entry } from '../model/entry.ts'

/** How an entry can be previewed; null if it can't. */
export type PreviewKind = 'letters' | 'edit' | 'colour' | 'likeness'

const animatedCodes = new Set(['attp_i', 'rgb'])

/** Names the preview of an entry, without loading it. */
export function getPreviewKind({ path, row }: Entry): PreviewKind | null {
  if (row.variants?.sampleText !== undefined) return 'letters'
  if (path === '/api/imageEdit') return 'edit'
  if (row.code === 'color_to_png') return 'colour'
  return row.group !== undefined || animatedCodes.has(row.code) ? 'likeness' : null
}
