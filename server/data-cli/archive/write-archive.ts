import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { genesisHash } from '@portico/protocol/rollout/audit-chain.ts'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import { openKitStore } from '../../releases/kit/kit-store.ts'
import { openReleaseStore } from '../../releases/storage/open-release-store.ts'
import { createSummary, listBackupTables, type Snapshot, toLine } from '../database/snapshot.ts'
import { findDamage, type StoredRelease } from '../stored-releases.ts'
import { entryNames, type Manifest } from './manifest.ts'
import type { ArchiveWriter } from './open-archive-writer.ts'

type Stores = Pick<Configuration, 'dataDir' | 'releaseStore'>

/** Writes the files of releases, each release once. */
export function createReleaseWriter(configuration: Stores, archive: ArchiveWriter) {
  const store = openReleaseStore(configuration)
  const added = new Set<string>()
  let files = 0
  let bytes = 0
  return {
    /** Returns what is wrong with its files, which are then skipped; null: nothing. */
    async add(release: StoredRelease): Promise<string | null> {
      const folder = `${entryNames.releases}${release.app}/${release.id}/`
      if (added.has(folder)) return null
      const stored = await store.readAll(release)
      const damage = findDamage(release, stored)
      if (stored === null || damage !== null) return damage
      added.add(folder)
      await archive.add(folder + entryNames.releaseRecord, release.record)
      for (const [name, content] of stored) {
        await archive.add(folder + entryNames.releaseFiles + name, content)
        files += 1
        bytes += content.length
      }
      return null
    },
    getCounts: (): Manifest['releases'] => ({ count: added.size, files, bytes }),
  }
}

/** Writes the packages of the remote kit. Returns how many there are. */
export async function writeKits(configuration: Stores, archive: ArchiveWriter): Promise<number> {
  const kits = openKitStore(configuration)
  const current = await kits.readCurrent()
  let count = 0
  for (const id of await kits.list()) {
    const content = await kits.read(id)
    if (content === null) continue
    await archive.add(`${entryNames.kits}${id}.tgz`, content)
    count += 1
  }
  if (current !== null) await archive.add(entryNames.kits + entryNames.currentKit, current)
  return count
}

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
