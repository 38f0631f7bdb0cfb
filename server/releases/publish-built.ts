import { join } from 'node:path'
import { releaseId } from '@portico/shared/release/release-record.ts'
import type { Services } from '../app.ts'
import { documentWith } from './document-with.ts'
import { type Built, parseBuilt, readBuilds } from './read-builds.ts'
import { folderOf, storeRelease } from './release-files.ts'
import { reviseDocument } from './revise-document.ts'

type Stores = Pick<Services, 'configuration' | 'db'>

/**
 * Publishes every built app below `folder` to everyone at once (the plan `now`): a first release, or a local site.
 * Returns `<app>@<version>-<hash8>` of each. Publishing the same again changes nothing; a release that was published
 * before stays as it was. Throws a PublishError, and shows visitors nothing of it, where a build is wrong.
 */
export async function publishBuilt(folder: string, stores: Stores): Promise<string[]> {
  const published: Built[] = []
  for (const built of readBuilds(folder)) published.push(await publish(built, folder, stores))
  await reviseDocument(stores.db, (document) => published.reduce(documentWith, document))
  return published.map(nameOf).map(({ app, id }) => `${app}@${id}`)
}

/** Stores one build; the answer is what visitors get under its name. */
async function publish(built: Built, folder: string, stores: Stores): Promise<Built> {
  const { app, id } = nameOf(built)
  const before = await publishedBefore(built, stores)
  const { files } = (before ?? built).record
  await storeRelease(join(folder, app), folderOf(stores.configuration.dataDir, app, id), files)
  if (before !== null) return before
  const { numInsertedOrUpdatedRows } = await stores.db
    .insertInto('release')
    .values({ app, id, record: JSON.stringify(built.record), published_at: Date.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const wasFirst = numInsertedOrUpdatedRows === 1n
  return wasFirst ? built : publish(built, folder, stores)
}

async function publishedBefore(built: Built, { db }: Stores): Promise<Built | null> {
  const { app, id } = nameOf(built)
  const row = await db
    .selectFrom('release')
    .select('record')
    .where('app', '=', app)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : parseBuilt(row.record, { kind: built.kind, source: `${app}@${id}` })
}

function nameOf(built: Built): { app: string; id: string } {
  return { app: built.kind === 'shell' ? 'shell' : built.record.remote, id: releaseId(built.record) }
}
