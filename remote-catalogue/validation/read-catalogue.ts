import * as v from 'valibot'
import { categories } from '../data/index.ts'
import { type Category, CategorySchema } from '../data/schema.ts'
import { validateCategory } from './validate-category.ts'

/** All categories in the order of the index. Throws with every fault: its file, its field, what was expected. */
export async function readCatalogue(): Promise<Category[]> {
  const files = await Promise.all(categories.map(async ({ file }) => ({ file, data: await readFile(file) })))
  return parseCatalogue(files)
}

/** What a file in `categories/` holds, not looked at yet. */
export interface CategoryFile {
  readonly file: string
  readonly data: unknown
}

/** The categories in the files. Throws as `readCatalogue` does. */
export function parseCatalogue(files: readonly CategoryFile[]): Category[] {
  const parsed = files.map(({ file, data }) => ({ file, result: v.safeParse(CategorySchema, data) }))
  const found = parsed.flatMap(({ file, result }) =>
    result.success ? [{ file, category: result.output }] : [],
  )
  const faults = [
    ...parsed.flatMap(({ file, result }) => (result.issues ?? []).map((issue) => describeIssue(file, issue))),
    ...found.flatMap(({ file, category }) =>
      validateCategory(category).map((fault) => prefixFile(file, fault)),
    ),
    ...found.flatMap(({ file, category }) =>
      validateIndex(file, category).map((fault) => prefixFile(file, fault)),
    ),
    ...validateLinks(found),
  ]
  if (faults.length > 0) throw new Error(`The catalogue's data is wrong:\n${faults.join('\n')}`)
  return found.map(({ category }) => category)
}

async function readFile(file: string): Promise<unknown> {
  const module: { default: unknown } = await import(`../data/categories/${file}.json`, {
    with: { type: 'json' },
  })
  return module.default
}

function prefixFile(file: string, fault: string): string {
  return `data/categories/${file}.json: ${fault}`
}

function describeIssue(file: string, issue: v.BaseIssue<unknown>): string {
  return prefixFile(file, `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
}

function validateIndex(file: string, { path, rows }: Category): string[] {
  const entry = categories.find((category) => category.file === file)
  return [
    ...(entry?.path === path ? [] : [`path: expected ${entry?.path}, as data/index.ts says`]),
    ...(entry?.count === rows.length
      ? []
      : [`rows: ${rows.length}, but data/index.ts counts ${entry?.count}`]),
  ]
}

/** Operations that are named elsewhere have to exist, and a cross-reference has two ends. */
function validateLinks(found: readonly { readonly file: string; readonly category: Category }[]): string[] {
  const all = found.flatMap(({ category }) => category.rows.map((row) => ({ ...row, path: category.path })))
  const codes = new Set(all.map(({ code }) => code))
  return found.flatMap(({ file, category }) => [
    ...category.rows.flatMap(({ feeds }, index) =>
      Object.keys(feeds ?? {})
        .filter((code) => !codes.has(code))
        .map((code) => prefixFile(file, `rows.${index}.feeds: no operation "${code}"`)),
    ),
    ...(category.seeAlso ?? [])
      .filter(
        ({ path, code, name }) =>
          !all.some(
            (row) =>
              row.path === path &&
              row.code === code &&
              row.name === name &&
              row.alsoIn?.includes(category.path),
          ),
      )
      .map(({ code, path }) =>
        prefixFile(file, `seeAlso: ${path} has no "${code}" that is also in ${category.path}`),
      ),
  ])
}
