import { deltasFile } from '../releases/storage/deltas.ts'
import type { NamedRelease, ReleaseStore } from '../releases/storage/release-store.ts'
import { DamagedDataError } from './data-error.ts'
import { findDamage } from './stored-releases.ts'

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
