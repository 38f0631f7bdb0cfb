import type { Category } from '../data/schema.ts'
import { getRowId, getVariantId } from '../model/entry.ts'

interface MissingEntryProps {
  readonly category: Category
  /** Id in the URL. */
  readonly open: string | null
}

/** Shown when the URL names an entry that doesn't exist. */
export function MissingEntry({ category, open }: MissingEntryProps) {
  const isHere =
    open === null ||
    category.rows.some(
      (row) =>
        getRowId(row) === open || row.variants?.items.some((variant) => getVariantId(row, variant) === open),
    )
  if (isHere) return null
  return <p role="alert">This category has no endpoint “{open}”. It may have been renamed.</p>
}
