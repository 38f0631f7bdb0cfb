import { existsSync } from 'node:fs'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId, ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import type { Services } from '../../app.ts'
import { folderOf } from './folder-store.ts'
import { storedRecord } from './release-repository.ts'
import { type NamedRelease, openReleaseStore, type ReleaseName } from './release-store.ts'

const { files } = ReleaseRecordSchema.entries
const FilesSchema = v.pipe(v.string(), v.parseJson(), v.object({ files }))

type Stores = Pick<Services, 'db' | 'configuration'>

// Of this process, by the folder: several visitors and the look for a newer document ask for one release at a time.
const underWay = new Map<string, Promise<boolean>>()

/** Brings the files of a published release onto this machine. False: it was never published, or is stored nowhere. */
export function bringFiles(stores: Stores, name: ReleaseName): Promise<boolean> {
  const folder = folderOf(stores.configuration.dataDir, name.app, name.id)
  const bringing = underWay.get(folder) ?? bringOnce(stores, name).finally(() => underWay.delete(folder))
  underWay.set(folder, bringing)
  return bringing
}

async function bringOnce({ db, configuration }: Stores, { app, id }: ReleaseName): Promise<boolean> {
  const record = await storedRecord(db, app, id)
  if (record === null) return false
  return openReleaseStore(configuration).bring({ app, id, files: filesOf(record) })
}

/** What the files of a stored record have to hash to. */
export function filesOf(record: string): NamedRelease['files'] {
  return v.parse(FilesSchema, record).files
}

/** The releases that a visitor may get by `document`. */
export function releasesIn({ shell, remotes }: DiscoveryDocument): ReleaseName[] {
  const named = Object.entries(remotes).flatMap(([app, { stable, fallback, canary }]) =>
    [stable, fallback, canary?.release].flatMap((release) =>
      release === undefined ? [] : [{ app, id: getReleaseId(release) }],
    ),
  )
  return shell === null ? named : [...named, { app: 'shell', id: getReleaseId(shell) }]
}

/**
 * Brings everything onto this machine that a visitor may get by `document`: nobody waits for it then. Returns
 * `<app>@<version>-<hash8>` of what is stored nowhere.
 */
export async function bringDocument(stores: Stores, document: DiscoveryDocument): Promise<string[]> {
  const missing: string[] = []
  if (stores.configuration.releaseStore === null) return missing
  for (const { app, id } of releasesIn(document)) {
    const isHere = existsSync(folderOf(stores.configuration.dataDir, app, id))
    if (!isHere && !(await bringFiles(stores, { app, id }))) missing.push(`${app}@${id}`)
  }
  return missing
}
