import * as v from 'valibot'
import type { CategoryFile } from './read-category-files.ts'

/** The facts about a category that lists and cards show. */
export interface CategorySummary {
  readonly path: string
  readonly title: string
  /** Name of the Lucide icon. */
  readonly icon: string
  readonly summary: string
  /** Number of rows in the category's table. */
  readonly count: number
  /** Name of the category's file, without `.json`. */
  readonly file: string
}

// The fields that a summary needs. `validation/` checks the rest before the build.
const FileSchema = v.object({
  path: v.string(),
  order: v.number(),
  title: v.string(),
  icon: v.string(),
  summary: v.string(),
  rows: v.array(v.unknown()),
})

/** The summaries of category files, in the files' `order`. Throws if a file lacks a field. */
export function summarizeCategories(files: readonly CategoryFile[]): CategorySummary[] {
  return files
    .map(({ name, data }) => ({ name, ...parseFile(name, data) }))
    .sort((a, b) => a.order - b.order)
    .map(({ name, path, title, icon, summary, rows }) => {
      return { path, title, icon, summary, count: rows.length, file: name }
    })
}

function parseFile(name: string, data: unknown): v.InferOutput<typeof FileSchema> {
  const { success, output, issues } = v.safeParse(FileSchema, data)
  if (success) return output
  throw new Error(`data/categories/${name}.json: ${v.getDotPath(issues[0]) ?? 'file'}: ${issues[0].message}`)
}
