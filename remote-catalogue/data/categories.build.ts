import { readCategoryFiles } from './read-category-files.ts'
import { type CategorySummary, summarizeCategories } from './summarize-categories.ts'

/** Every file in `categories/`, in the order of section 2 of the specification. */
export const categories: readonly CategorySummary[] = summarizeCategories(readCategoryFiles())
