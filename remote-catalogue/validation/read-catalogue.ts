import * as v from 'valibot'
import { type CategoryFile, readCategoryFiles } from '../data/read-category-files.ts'
import { type Category, CategorySchema } from '../data/schema.ts'
import { findDuplicates, validateCategory } from './validate-category.ts'

/** All categories in order. Throws with every error: the file, the field and what was expected. */
export async function readCatalogue(): Promise<Category[]> {
  return parseCatalogue(readCategoryFiles())
}

interface ParsedFile {
  readonly name: string
  readonly category: Category
}

/** The categories in the files, in order. Throws as `readCatalogue` does. */
export function parseCatalogue(files: readonly CategoryFile[]): Category[] {
  const results = files.map(({ name, data }) => ({ name, result: v.safeParse(CategorySchema, data) }))
  const parsed = results.flatMap(({ name, result }) =>
    result.success ? [{ name, category: result.output }] : [],
  )
  const errors = [
    ...results.flatMap(({ name, result }) =>
      (result.issues ?? []).map((issue) => describeIssue(name, issue)),
    ),
    ...parsed.flatMap(({ name, category }) => validateCategory(category).map((error) => locate(name, error))),
    ...validateUnique(parsed),
    ...validateLinks(parsed),
  ]
  if (errors.length > 0) throw new Error(`The catalogue data is invalid:\n${errors.join('\n')}`)
  return parsed.map(({ category }) => category).sort((a, b) => a.order - b.order)
}

function locate(name: string, error: string): string {
  return `data/categories/${name}.json: ${error}`
}

function describeIssue(name: string, issue: v.BaseIssue<unknown>): string {
  return locate(name, `${v.getDotPath(issue) ?? 'file'}: ${issue.message}`)
}

/** Categories must differ in path and position. */
function validateUnique(files: readonly ParsedFile[]): string[] {
  return (['path', 'order'] as const).flatMap((field) => {
    const duplicates = findDuplicates(files.map(({ category }) => String(category[field])))
    return files
      .filter(({ category }) => duplicates.includes(String(category[field])))
      .map(({ name, category }) => locate(name, `${field}: another category has ${category[field]}, too`))
  })
}

/** Referenced operations must exist, and a cross-reference needs both ends. */
function validateLinks(files: readonly ParsedFile[]): string[] {
  const rows = files.flatMap(({ category }) => category.rows.map((row) => ({ ...row, path: category.path })))
  const codes = new Set(rows.map(({ code }) => code))
  return files.flatMap(({ name, category }) => [
    ...category.rows.flatMap(({ chainsTo }, index) =>
      Object.keys(chainsTo ?? {})
        .filter((code) => !codes.has(code))
        .map((code) => locate(name, `rows.${index}.chainsTo: there is no operation "${code}"`)),
    ),
    ...(category.seeAlso ?? [])
      .filter(
        (link) =>
          !rows.some(
            (row) =>
              row.path === link.path &&
              row.code === link.code &&
              row.name === link.name &&
              row.alsoIn?.includes(category.path),
          ),
      )
      .map(({ code, path }) =>
        locate(name, `seeAlso: ${path} has no "${code}" with ${category.path} in its alsoIn`),
      ),
  ])
}
