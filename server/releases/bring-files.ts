import { existsSync } from 'node:fs'
import type { ReleaseDocument } from '@portico/shared/release/document.ts'
import { ReleaseRecordSchema, releaseId } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import type { Services } from '../app.ts'
import { folderOf } from '../release-store/folder-store.ts'
import { openReleaseStore, type ReleaseName } from '../release-store/release-store.ts'
import { storedRecord } from './stored-record.ts'

const { files } = ReleaseRecordSchema.entries
const FilesSchema = v.pipe(v.string(), v.parseJson(), v.object({ files }))

type Stores = Pick<Services, 'db' | 'configuration'>

/** Brings the files of a published release onto this machine. False: it was never published, or is stored nowhere. */
export async function bringFiles({ db, configuration }: Stores, { app, id }: ReleaseName): Promise<boolean> {
  const record = await storedRecord(db, app, id)
  if (record === null) return false
  return openReleaseStore(configuration).bring({ app, id, ...v.parse(FilesSchema, record) })
}

/** Brings everything onto this machine that a visitor may get by `document`: nobody waits for it then. */
export async function bringDocument(stores: Stores, { shell, remotes }: ReleaseDocument): Promise<void> {
  if (stores.configuration.releaseStore === null) return
  const needed = Object.entries(remotes).flatMap(([app, { stable, fallback, canary }]) =>
    [stable, fallback, canary?.release].flatMap((release) =>
      release === undefined ? [] : [{ app, id: releaseId(release) }],
    ),
  )
  if (shell !== null) needed.push({ app: 'shell', id: releaseId(shell) })
  for (const { app, id } of needed)
    if (!existsSync(folderOf(stores.configuration.dataDir, app, id))) await bringFiles(stores, { app, id })
}
