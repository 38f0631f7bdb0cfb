import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { genesisHash } from '@portico/protocol/rollout/audit-chain.ts'
import * as v from 'valibot'
import { createSummary, listBackupTables, type Snapshot, toLine } from '../database/snapshot.ts'
import { entryNames, type Manifest } from './manifest.ts'
import type { ArchiveWriter } from './open-archive-writer.ts'

const compress = promisify(gzip)
const EventSchema = v.object({ seq: v.number(), hash: v.string() })

/** Writes every table that is in a backup. */
export async function writeDatabase(
  snapshot: Snapshot,
  archive: ArchiveWriter,
): Promise<Pick<Manifest, 'tables' | 'audit'>> {
  const tables = listBackupTables(snapshot)
  const { migrations } = snapshot
  const described = tables.map(({ name, columns }) => ({ name, columns }))
  await archive.add(entryNames.schema, JSON.stringify({ migrations, tables: described }))
  const summaries: Manifest['tables'] = {}
  let audit: Manifest['audit'] = { seq: 0, hash: genesisHash }
  for (const table of tables) {
    const summary = createSummary()
    let part = 0
    for await (const rows of snapshot.readRows(table)) {
      const lines = rows.map(toLine)
      summary.add(lines)
      part += 1
      const name = `${entryNames.tables}${table.name}/${String(part).padStart(6, '0')}.ndjson.gz`
      await archive.add(name, await compress(lines.join('')))
      if (table.name === 'event') audit = v.parse(EventSchema, rows.at(-1)) // they are in the order of their numbers
    }
    summaries[table.name] = summary.get()
  }
  return { tables: summaries, audit }
}
