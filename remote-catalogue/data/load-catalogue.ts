import { categories } from './index.ts'
import { loadCategory } from './load-category.ts'
import type { Category } from './schema.ts'

/** Loads all categories, in the order of the index. Rejects where one does not arrive. */
export function loadCatalogue(): Promise<Category[]> {
  return Promise.all(categories.map(({ file }) => loadCategory(file)))
}
