import type { Entry } from '../model/entry.ts'

/** The name by which an effect is drawn: those of the style and of its group, in lower case. */
export function getStyleName({ row, variant }: Pick<Entry, 'row' | 'variant'>): string {
  const first = row.variants?.items[0]
  return `${variant?.name ?? first?.name ?? ''} ${row.name}`.toLowerCase()
}
