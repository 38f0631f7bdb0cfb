import { formatCount } from '@portico/kit/format.ts'
import { getFlag } from '@portico/protocol/command-line/command.ts'
import { readConfiguration } from '../../configuration/configuration.ts'
import { openKitStore } from '../../releases/kit/kit-store.ts'
import { openReleaseStore } from '../../releases/storage/open-release-store.ts'
import type { DataCommand, Running } from '../data-command.ts'
import { DamagedDataError, DataError } from '../data-error.ts'
import {
  type DataLocation,
  openSiteSnapshot,
  requireReplaceable,
  requireStopped,
} from '../database/data-location.ts'
import { replaceDatabase } from '../database/replace-database.ts'
import { type Snapshot, useSnapshot } from '../database/snapshot.ts'
import { readSiteConfiguration } from '../read-site-configuration.ts'
import { findDamage, listStoredReleases, storeRelease } from '../stored-releases.ts'

interface MoveOptions extends Running {
  readonly to: DataLocation
  /** Copies files only, while the site may run, so that the move itself takes less time. */
  readonly isPreparation?: boolean
  /** Whether the data in the target database may be replaced. */
  readonly mayReplace?: boolean
}

/**
 * Copies a site to another database, another store, or both, and deletes nothing from the old location. Throws a
 * DataError while a server runs on either side. Returns what was copied.
 */
async function moveSite(
  from: DataLocation,
  { to, isPreparation = false, mayReplace = false, signal, onProgress = () => {} }: MoveOptions,
) {
  const movesDatabase = to.databaseUrl !== from.databaseUrl && !isPreparation
  const movesStore = JSON.stringify(to.releaseStore) !== JSON.stringify(from.releaseStore)
  if (!movesStore && to.databaseUrl === from.databaseUrl)
    throw new DataError(
      'The data is already there. Name another database with --to-database, or another store with --to-store.',
    )
  if (movesDatabase) await requireReplaceable(to, mayReplace)
  return useSnapshot(openSiteSnapshot(from), async (snapshot) => {
    if (!isPreparation) await requireStopped(snapshot, 'the site that is to be moved')
    const copied = movesStore
      ? await copyFiles(snapshot, from, { to, isPreparation, signal, onProgress })
      : { releases: 0, kits: 0 }
    if (movesDatabase) {
      await onProgress('Copying the database ...')
      signal?.throwIfAborted()
      await replaceDatabase(snapshot, to)
    }
    return { database: movesDatabase, ...copied }
  })
}

async function copyFiles(
  snapshot: Snapshot,
  from: DataLocation,
  { to, isPreparation, signal, onProgress = () => {} }: MoveOptions,
) {
  const releases = await listStoredReleases(snapshot)
  await onProgress(`Copying the files of ${releases.length} releases ...`)
  const [source, target] = [openReleaseStore(from), openReleaseStore(to)]
  for (const release of releases) {
    signal?.throwIfAborted()
    const files = await source.readAll(release)
    const damage = findDamage(release, files)
    if (damage !== null && isPreparation) continue // it may have been collected; the move itself reports it
    if (files === null || damage !== null)
      throw new DamagedDataError(`${damage} Publish the same build again, then move.`)
    await storeRelease(target, release, files)
  }
  const [sourceKits, targetKits] = [openKitStore(from), openKitStore(to)]
  const current = await sourceKits.readCurrent()
  const ids = await sourceKits.list()
  for (const id of ids) {
    const bytes = await sourceKits.read(id)
    if (bytes !== null) await targetKits.add(id, bytes)
  }
  if (current !== null) await targetKits.makeCurrent(current)
  return { releases: releases.length, kits: ids.length }
}

export const move: DataCommand = {
  usage: 'move [--to-database <url>|sqlite] [--to-store <s3 url>|folder] [--prepare] [--replace]',
  summary: 'copies a site to another database, another store, or both, while no server runs',
  maxArguments: 0,
  notes: [
    '--to-database <url>  postgres://user:password@host/name, or sqlite for the file in DATA_DIR;',
    '                     to keep it out of the process list, set TO_DATABASE_URL',
    '--to-store <s3 url>  s3://bucket/prefix with the AWS_ variables, or folder for the one in DATA_DIR',
    '--prepare            copies files only, while the site runs, so that the move takes less time',
    '--replace            replaces the data in the target database',
    'Deletes nothing from the old location.',
  ],
  flags: {
    'to-database': { type: 'string', shape: /^(?:postgres(?:ql)?:\/\/|sqlite$)/ },
    'to-store': { type: 'string', shape: /^(?:s3:\/\/|folder$)/ },
    prepare: { type: 'boolean' },
    replace: { type: 'boolean' },
  },
  async run(context) {
    const { environment, flags, folder, program, progress, signal } = context
    const from = readSiteConfiguration(context)
    const database = getFlag(context, 'to-database') ?? environment.TO_DATABASE_URL
    const store = getFlag(context, 'to-store')
    const to = readConfiguration(
      {
        ...environment,
        ...(database !== undefined && { DATABASE_URL: database === 'sqlite' ? undefined : database }),
        ...(store !== undefined && { RELEASE_STORE: store === 'folder' ? undefined : store }),
      },
      folder,
    )
    const isPreparation = flags.prepare === true
    const moved = await moveSite(from, {
      to,
      isPreparation,
      mayReplace: flags.replace === true,
      onProgress: progress,
      signal,
    })
    const settings = [
      database === undefined
        ? null
        : `DATABASE_URL ${to.databaseUrl === null ? 'unset' : 'set to the new database'}`,
      store === undefined ? null : `RELEASE_STORE ${to.releaseStore === null ? 'unset' : `set to ${store}`}`,
    ].filter((setting) => setting !== null)
    const what = `Copied ${moved.database ? 'the database and ' : ''}${formatCount(moved.releases, 'release')}.`
    const next = isPreparation
      ? 'Stop every server, then move again without --prepare.'
      : `Start the server with ${settings.join(' and ')}, then run \`${program} verify\`. The data in the old location is still there.`
    return { json: { moved }, text: `${what} ${next}` }
  },
}
