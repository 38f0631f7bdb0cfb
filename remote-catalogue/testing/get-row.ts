import type { Row } from '../data/schema.ts'
import { readCatalogue } from '../validation/read-catalogue.ts'

const rows = (await readCatalogue()).flatMap((category) => category.rows)

/** The first row of an operation in the real data. */
export function getRow(code: string): Row {
  const row = rows.find((candidate) => candidate.code === code)
  if (!row) throw new Error(`no operation ${code}`)
  return row
}
