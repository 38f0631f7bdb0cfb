import type { Category, Row } from './schema.ts'

/** How an entry can be previewed; null if it can't. */
export type PreviewKind = 'text-styles' | 'image-edit' | 'color' | 'effect' | 'frame'

const effectCodes = new Set(['attp_i', 'rgb'])

/** Names the preview of an entry, without loading it. */
export function getPreviewKind({
  path,
  row,
}: {
  readonly path: string
  readonly row: Row
}): PreviewKind | null {
  if (row.variants?.sampleText !== undefined) return 'text-styles'
  if (path === '/api/imageEdit') return 'image-edit'
  if (path === '/api/image_frame') return 'frame'
  if (row.code === 'color_to_png') return 'color'
  return row.group !== undefined || effectCodes.has(row.code) ? 'effect' : null
}

/** Whether the entries of a category are text styles, whose samples are text. */
export function hasTextStyles({ path, rows }: Pick<Category, 'path' | 'rows'>): boolean {
  return rows.some((row) => getPreviewKind({ path, row }) === 'text-styles')
}

/** Whether the entries of a category are shown at a glance. Fonts aren't: drawing them would take the fonts. */
export function hasGallery({ path, rows }: Pick<Category, 'path' | 'rows'>): boolean {
  return rows.some((row) => {
    const kind = getPreviewKind({ path, row })
    return kind === 'text-styles' || kind === 'frame' || (kind === 'effect' && row.code !== 'rgb')
  })
}
