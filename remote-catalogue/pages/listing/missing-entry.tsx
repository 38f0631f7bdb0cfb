import type { Category } from '../../data/schema.ts'
import { getRowId, getVariantId } from '../../model/entry.ts'

interface MissingEntryProps {
  readonly category: Category
  /** Id in the URL. */
  readonly openId: string | null
}

/** Shown when the URL names an entry that doesn't exist. */
export function MissingEntry({ category, openId }: MissingEntryProps) {
  const exists =
    openId === null ||
    category.rows.some(
      (row) =>
        getRowId(row) === openId ||
        row.variants?.items.some((variant) => getVariantId(row, variant) === openId),
    )
  if (exists) return null
  return <p role="alert">This category has no endpoint “{openId}”. It may have been renamed.</p>
}
