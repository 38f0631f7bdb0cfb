import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from '../../configuration/configuration.ts'
import { sqliteFileName } from '../../database/open-database.ts'
import { isLeased } from '../../rollouts/control/lease.ts'
import { DataError } from '../data-error.ts'
import { openPostgresSnapshot } from './postgres-snapshot.ts'
import { isEmpty, type Snapshot } from './snapshot.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'

export type DataLocation = Pick<Configuration, 'databaseUrl' | 'dataDir' | 'releaseStore'>

/** A snapshot of the database of `location`; null: it has none yet. */
async function openSnapshot({
  databaseUrl,
  dataDir,
}: Pick<DataLocation, 'databaseUrl' | 'dataDir'>): Promise<Snapshot | null> {
  const file = join(dataDir, sqliteFileName)
  const snapshot =
    databaseUrl === null
      ? existsSync(file)
        ? await openSqliteSnapshot(file)
        : null
      : await openPostgresSnapshot(databaseUrl)
  if (snapshot === null || snapshot.migrations.length > 0) return snapshot
  const { tables } = snapshot
  await snapshot.close()
  if (tables.length === 0) return null
  throw new DataError(
    `The database has tables, such as ${tables[0]?.name}, but not those of this site. Check DATABASE_URL: the site needs its own database.`,
  )
}

/** A snapshot of the database of a site. Throws a DataError if it has none. */
export async function openSiteSnapshot(
  location: Pick<DataLocation, 'databaseUrl' | 'dataDir'>,
): Promise<Snapshot> {
  const snapshot = await openSnapshot(location)
  if (snapshot !== null) return snapshot
  throw new DataError(
    `There is no site in ${location.databaseUrl === null ? location.dataDir : 'this database'}. Check DATA_DIR and DATABASE_URL.`,
  )
}

/** Throws a DataError if a server uses the database. */
export async function requireStopped(snapshot: Snapshot, name: string): Promise<void> {
  const lease = snapshot.tables.find((table) => table.name === 'lease')
  if (lease === undefined) return
  for await (const rows of snapshot.readRows(lease))
    if (rows.some(({ until }) => isLeased(Number(until))))
      throw new DataError(
        `A server uses ${name}. Stop every server of this site and try again; after a crash, wait five seconds.`,
      )
}

/** Throws a DataError if a server uses the database of `location`, or if it has data that may not be replaced. */
export async function requireReplaceable(location: DataLocation, mayReplace: boolean): Promise<void> {
  const name =
    location.databaseUrl === null
      ? `the database in ${location.dataDir}`
      : 'the PostgreSQL database that is to be filled'
  const snapshot = await openSnapshot(location)
  if (snapshot === null) return
  try {
    await requireStopped(snapshot, name)
    if (mayReplace || (await isEmpty(snapshot))) return
    throw new DataError(`Expected no data in ${name}, found some. To replace all of it, add --replace.`)
  } finally {
    await snapshot.close()
  }
}
