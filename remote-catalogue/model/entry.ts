import type { Category, Row, Variant } from '../data/schema.ts'

/** One line of the catalogue: an endpoint, or one of its variants. */
export interface Entry {
  /** Path of its category. */
  readonly path: string
  /** Its id in a URL, unique in its category: `attp_i` for a row, `attp_i.17` for a variant. */
  readonly id: string
  readonly row: Row
  readonly variant: Variant | null
}

/** Every row of a category, each followed by its variants. */
export function getEntries(category: Pick<Category, 'path' | 'rows'>): Entry[] {
  return [...iterateEntries([category])]
}

/** Yields the entries of several categories one by one, for work that runs in slices. */
export function* iterateEntries(categories: readonly Pick<Category, 'path' | 'rows'>[]): Generator<Entry> {
  for (const { path, rows } of categories) {
    for (const row of rows) {
      yield { path, id: getRowId(row), row, variant: null }
      for (const variant of row.variants?.items ?? [])
        yield { path, id: getVariantId(row, variant), row, variant }
    }
  }
}

/** The id of a row in a URL. */
export function getRowId({ code, group }: Row): string {
  return group?.id ?? code
}

/** The id of a variant of `row` in a URL. */
export function getVariantId(row: Row, { value }: Variant): string {
  return `${getRowId(row)}.${value}`
}

/** The URL that opens an entry on its category's page. */
export function getEntryPath({ path, id }: Pick<Entry, 'path' | 'id'>): string {
  return `${path}?row=${encodeURIComponent(id)}`
}

/** The id of what "Try it" leads to while no script handles it. */
export function getTryId({ id }: Pick<Entry, 'id'>): string {
  return `try-${id}`
}

/** The name that is shown and searched. */
export function getEntryName({ row, variant }: Entry): string {
  return variant?.name ?? row.name
}
