import { existsSync } from 'node:fs'
import { isDevVersion } from '@portico/protocol/release/dev-release.ts'
import { getActiveRollout } from '@portico/protocol/rollout/rollout-state.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import type { Db } from '../../database/tables.ts'
import { readDeployment } from '../changes/deployment-repository.ts'
import { type Actor, type Change, makeChange } from '../changes/make-change.ts'
import { findNamedRelease, parseFiles } from '../storage/ensure-local.ts'
import { getReleasePath } from '../storage/folder-store.ts'
import { openReleaseStore } from '../storage/open-release-store.ts'
import { selectRelease } from '../storage/release-repository.ts'
import type {
  NamedRelease,
  ReleaseName,
  ReleaseStorage,
  ReleaseStore,
  StoredUpload,
} from '../storage/release-store.ts'

const retentionMs = 30 * 24 * 3_600_000 // the longest that a tab may stay open
const keptReleases = 10
const devRetentionMs = 24 * 3_600_000 // longer than a preview link is valid

/**
 * Removes the files of releases that are no longer needed: published and last served more than 30 days ago, neither stable,
 * fallback nor canary, not rolled back, and not among the last ten of their app; builds of development sessions after a day.
 * The release stays on record, so that its version never gets different bytes;
 * publishing the same bytes again restores its files. Returns `<app>@<version>-<hash8>` of each. Throws a
 * StoreUnavailableError if the store keeps the files; the next collection removes them.
 */
export async function collectReleases(services: ReleaseStorage, actor: Actor): Promise<string[]> {
  const store = openReleaseStore(services.configuration)
  const releases = await makeChange(services, actor, async (change) => {
    const unneeded = await findUnneeded(change)
    const found: NamedRelease[] = []
    for (const name of unneeded) {
      const release = await findNamedRelease(change.trx, name)
      if (release !== null) found.push(release)
      await change.trx
        .updateTable('release')
        .set({ collected_at: change.at })
        .where('app', '=', name.app)
        .where('id', '=', name.id)
        .execute()
    }
    if (unneeded.length > 0) change.audit({ what: 'release.collect', after: unneeded.map(describe) })
    return found
  })
  await removeLocalFiles(services, store)
  // Outside any change, because the store may hang. Publishing the same bytes again makes another upload.
  for (const release of releases) await store.removeUpload(store.getUpload(release))
  for (const upload of await store.listUploads())
    if (await isAbandoned(services.db, store, upload)) await store.removeUpload(upload)
  return releases.map(describe)
}

const describe = ({ app, id }: ReleaseName) => `${app}@${id}`

/** Removes the files of collected releases from this machine, including those that another server collected. */
async function removeLocalFiles(services: ReleaseStorage, store: ReleaseStore): Promise<void> {
  const rows = await services.db
    .selectFrom('release')
    .select(['app', 'id'])
    .where('collected_at', 'is not', null)
    .execute()
  for (const name of rows.filter((row) => existsSync(getReleasePath(services.configuration.dataDir, row)))) {
    // Inside a change, so that publishing the same bytes happens before it or after it, never in between.
    await makeChange(services, systemActors.site, async ({ trx }) => {
      if ((await findNamedRelease(trx, name)) === null) await store.removeLocal(name)
    })
  }
}

/**
 * Whether nobody needs an upload: a crashed publish or an interrupted collection has left it. If the database does not
 * know the release at all, it may have been restored from a backup, and a newer one that does may be restored next.
 */
async function isAbandoned(
  db: Db,
  store: ReleaseStore,
  { app, id, upload, ageMs }: StoredUpload,
): Promise<boolean> {
  const row = await selectRelease(db, { app, id })
    .select(['record', 'upload', 'collected_at'])
    .executeTakeFirst()
  if (row === undefined) return ageMs > retentionMs
  const release = { app, id, files: parseFiles(row.record), upload: row.upload }
  return row.collected_at !== null || store.getUpload(release).upload !== upload
}

async function findUnneeded(change: Change): Promise<ReleaseName[]> {
  const rows = await change.trx
    .selectFrom('release')
    .select(['app', 'id', 'published_at', 'served_at', 'quarantined'])
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute()
  const found: ReleaseName[] = []
  for (const app of new Set(rows.map((row) => row.app))) {
    const needed = await findNeeded(change, app)
    const ofApp = rows.filter((row) => row.app === app)
    const isOlder = (age: number) => (row: (typeof rows)[number]) =>
      Math.max(row.published_at, row.served_at ?? 0) < change.at - age
    const old = [
      ...ofApp.filter(({ id }) => isDevVersion(id)).filter(isOlder(devRetentionMs)),
      ...ofApp
        .filter(({ id }) => !isDevVersion(id))
        .slice(keptReleases)
        .filter(isOlder(retentionMs))
        .filter(({ quarantined }) => quarantined === null), // the evidence of what went wrong
    ]
    found.push(...old.filter(({ id }) => !needed.has(id)).map(({ id }) => ({ app, id })))
  }
  return found
}

async function findNeeded({ trx, document }: Change, app: string): Promise<ReadonlySet<string | null>> {
  const deployment = await readDeployment(trx, app, document)
  return new Set([deployment.stable, deployment.fallback, getActiveRollout(deployment)?.to ?? null])
}
