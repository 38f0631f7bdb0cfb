import type { Configuration } from '../../configuration/configuration.ts'
import { openKitStore } from '../../releases/kit/kit-store.ts'
import { openReleaseStore } from '../../releases/storage/open-release-store.ts'
import { DamagedDataError, DataError } from '../data-error.ts'
import {
  type DataLocation,
  openSiteSnapshot,
  requireReplaceable,
  requireStopped,
} from '../database/data-location.ts'
import { replaceDatabase } from '../database/replace-database.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { storeRelease } from '../store-release.ts'
import { findDamage, listStoredReleases } from '../stored-releases.ts'

interface MoveOptions {
  readonly to: DataLocation
  /** Copies files only, while the site may run, so that the move itself takes less time. */
  readonly isPreparation?: boolean
  /** Whether the data in the target database may be replaced. */
  readonly mayReplace?: boolean
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: (line: string) => void | Promise<void>
}

/** What was copied. */
export interface Move {
  readonly database: boolean
  readonly releases: number
  readonly kits: number
}

/**
 * Copies a site to another database, another store, or both, and deletes nothing from the old location. Throws a
 * DataError while a server runs on either side.
 */
export async function move(
  from: Pick<Configuration, keyof DataLocation>,
  { to, isPreparation = false, mayReplace = false, signal, onProgress = () => {} }: MoveOptions,
): Promise<Move> {
  const movesDatabase = to.databaseUrl !== from.databaseUrl && !isPreparation
  const movesStore = JSON.stringify(to.releaseStore) !== JSON.stringify(from.releaseStore)
  if (!movesStore && to.databaseUrl === from.databaseUrl)
    throw new DataError(
      'The data is already there. Name another database with --to-database, or another store with --to-store.',
    )
  if (movesDatabase) await requireReplaceable(to, mayReplace)
  const snapshot = await openSiteSnapshot(from)
  try {
    if (!isPreparation) await requireStopped(snapshot, 'the site that is to be moved')
    const copied = movesStore
      ? await copyFiles(snapshot, { from, to, isPreparation, signal, onProgress })
      : { releases: 0, kits: 0 }
    if (movesDatabase) {
      await onProgress('Copying the database ...')
      signal?.throwIfAborted()
      await replaceDatabase(snapshot, to)
    }
    return { database: movesDatabase, ...copied }
  } finally {
    await snapshot.close()
  }
}

interface CopyOptions {
  readonly from: DataLocation
  readonly to: DataLocation
  readonly isPreparation: boolean
  readonly signal: AbortSignal | undefined
  readonly onProgress: (line: string) => void | Promise<void>
}

async function copyFiles(
  snapshot: Snapshot,
  { from, to, isPreparation, signal, onProgress }: CopyOptions,
): Promise<Pick<Move, 'releases' | 'kits'>> {
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
