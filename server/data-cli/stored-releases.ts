import { hasIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import * as v from 'valibot'
import { deltasFile } from '../releases/storage/deltas.ts'
import { parseFiles } from '../releases/storage/ensure-local.ts'
import { type NamedRelease, type ReleaseStore, releaseNameShapes } from '../releases/storage/release-store.ts'
import { DamagedDataError } from './data-error.ts'
import type { Snapshot } from './database/snapshot.ts'

export interface StoredRelease extends NamedRelease {
  /** Its `release.json`. */
  readonly record: string
}

const RowSchema = v.object({
  app: v.pipe(v.string(), v.regex(releaseNameShapes.app)),
  id: v.pipe(v.string(), v.regex(releaseNameShapes.id)),
  record: v.string(),
  collected_at: v.nullable(v.number()),
  upload: v.optional(v.nullable(v.string()), null), // an older database has no such column
})

/** Every release of a database whose files must be stored. */
export async function listStoredReleases(snapshot: Snapshot): Promise<StoredRelease[]> {
  const table = snapshot.tables.find(({ name }) => name === 'release')
  const found: StoredRelease[] = []
  if (table === undefined) return found
  for await (const rows of snapshot.readRows(table))
    for (const row of rows) {
      const { app, id, record, collected_at, upload } = v.parse(RowSchema, row)
      if (collected_at === null) found.push({ app, id, record, files: parseFiles(record), upload })
    }
  return found
}

/** What is wrong with the stored files of a release; null: nothing. */
export function findDamage(
  { app, id, files }: NamedRelease,
  stored: ReadonlyMap<string, Buffer> | null,
): string | null {
  if (stored === null) return `${app}@${id}: its files are missing.`
  for (const [name, { integrity }] of Object.entries(files)) {
    const bytes = stored.get(name)
    if (bytes === undefined) return `${app}@${id}: ${name} is missing.`
    if (!hasIntegrity(bytes, integrity)) return `${app}@${id}: ${name} differs from what was published.`
  }
  return null
}

/** Stores the files of a release, with their compressed copies and deltas, and reads them back. */
export async function storeRelease(
  store: ReleaseStore,
  release: NamedRelease,
  files: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const read = async (name: string) => files.get(name) ?? null
  await store.store(read, release, () => read(deltasFile))
  const damage = findDamage(release, await store.readAll(release))
  if (damage !== null)
    throw new DamagedDataError(`After it was stored, ${damage} Check the disk and the store.`)
}
