import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { DamagedDataError } from '../data-error.ts'
import { insertRows } from '../database/import-tables.ts'
import { createSummary, type Table, type TableSummary } from '../database/snapshot.ts'
import type { ArchiveEntry } from './read-archive.ts'

const decompress = promisify(gunzip)
const RowSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([v.string(), v.number(), v.null()])),
)

/** Inserts rows, and counts and hashes them. */
export interface TableReader {
  add(part: ArchiveEntry): Promise<void>
  getSummaries(): Record<string, TableSummary>
}

/** Inserts the rows of an archive into `db`, part by part. */
export function createTableReader(tables: readonly Table[], db: Db): TableReader {
  const summaries = new Map(tables.map(({ name }) => [name, createSummary()]))
  return {
    async add({ name, content }: ArchiveEntry): Promise<void> {
      const table = tables.find((candidate) => candidate.name === name.split('/')[1])
      const summary = table && summaries.get(table.name)
      if (table === undefined || summary === undefined)
        throw new DamagedDataError(`The archive has rows of an unknown table: ${JSON.stringify(name)}.`)
      const text = (await decompress(content)).toString()
      const lines = text.split('\n').slice(0, -1)
      summary.add(lines.map((line) => `${line}\n`))
      await insertRows(
        db,
        table,
        lines.map((line) => v.parse(RowSchema, line)),
      )
    },
    getSummaries: (): Record<string, TableSummary> =>
      Object.fromEntries([...summaries].map(([name, summary]) => [name, summary.get()])),
  }
}
