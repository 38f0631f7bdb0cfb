import * as v from 'valibot'
import { hasGallery } from './preview-kind.ts'
import { readCategoryFiles } from './read-category-files.ts'
import { CategorySchema } from './schema.ts'

/** The paths of the categories whose entries are shown at a glance. */
export const galleryPaths: readonly string[] = readCategoryFiles()
  .map(({ data }) => v.parse(CategorySchema, data))
  .filter(hasGallery)
  .map(({ path }) => path)
