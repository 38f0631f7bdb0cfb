import * as v from 'valibot'
import { hasGallery, hasTextStyles } from './preview-kind.ts'
import { readCategoryFiles } from './read-category-files.ts'
import { CategorySchema } from './schema.ts'

/** The code of the categories whose entries are shown at a glance, by path. */
export const galleryChunks: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  readCategoryFiles()
    .map(({ data }) => v.parse(CategorySchema, data))
    .filter(hasGallery)
    .map((category) => [category.path, ['gallery', ...(hasTextStyles(category) ? ['letters'] : [])]]),
)
