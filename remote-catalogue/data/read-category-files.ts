import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A file in `categories/`, parsed but not validated. */
export interface CategoryFile {
  /** Without `.json`. */
  readonly name: string
  readonly data: unknown
}

const extension = '.json'

/** Reads every category file in a folder. Used by the build and the tests. */
export function readCategoryFiles(folder = join(import.meta.dirname, 'categories')): CategoryFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(extension))
    .map((file) => ({
      name: basename(file, extension),
      data: JSON.parse(readFileSync(join(folder, file), 'utf8')),
    }))
}
