import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { listApps } from '@portico/protocol/discovery/list-apps.ts'
import { getReleaseId, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import * as v from 'valibot'
import { getReleasePath } from './folder-store.ts'
import { openReleaseStore } from './open-release-store.ts'
import { selectRelease } from './release-repository.ts'
import type { NamedRelease, ReleaseName, ReleaseStorage } from './release-store.ts'

const { files } = ReleaseRecordSchema.entries
const FilesSchema = v.pipe(v.string(), v.parseJson(), v.object({ files }))

// By folder, because several visitors and the check for a newer document may ask for one release at the same time.
const pending = new Map<string, Promise<boolean>>()

/** Ensures that this machine has the files of a published release. False: it was never published, or isn't stored. */
export function ensureLocal(stores: ReleaseStorage, name: ReleaseName): Promise<boolean> {
  const folder = getReleasePath(stores.configuration.dataDir, name)
  const download = pending.get(folder) ?? downloadRelease(stores, name).finally(() => pending.delete(folder))
  pending.set(folder, download)
  return download
}

async function downloadRelease({ db, configuration }: ReleaseStorage, name: ReleaseName): Promise<boolean> {
  const release = await findNamedRelease(db, name)
  return release !== null && openReleaseStore(configuration).ensureLocal(release)
}

/** A published release whose files were not collected; null: there is none. */
export async function findNamedRelease(
  db: ReleaseStorage['db'],
  { app, id }: ReleaseName,
): Promise<NamedRelease | null> {
  const stored = selectRelease(db, { app, id }).where('collected_at', 'is', null)
  const row = await stored.select(['record', 'upload']).executeTakeFirst()
  return row === undefined ? null : { app, id, files: parseFiles(row.record), upload: row.upload }
}

/** The files in a stored record, with their hashes. */
export function parseFiles(record: string): NamedRelease['files'] {
  return v.parse(FilesSchema, record).files
}

/** The releases that a visitor may get with `document`. */
export function getServedReleases(document: DiscoveryDocument): ReleaseName[] {
  return Object.entries(listApps(document)).flatMap(([app, { stable, fallback, canary }]) =>
    [stable, fallback, canary?.release].flatMap((release) =>
      release === undefined ? [] : [{ app, id: getReleaseId(release) }],
    ),
  )
}
