import { isDevVersion } from '@portico/shared/release/dev-release.ts'
import { getActiveRollout } from '@portico/shared/rollout/rollout-state.ts'
import type { Services } from '../../services.ts'
import { type Change, makeChange } from '../changes/make-change.ts'
import { readDeployment } from '../rollouts/deployment-repository.ts'
import { openReleaseStore } from '../storage/open-release-store.ts'
import { findStoredRecord } from '../storage/release-repository.ts'
import type { ReleaseName, ReleaseStore } from '../storage/release-store.ts'

const retentionMs = 30 * 24 * 3_600_000 // as long as a tab may stay open
const keptReleases = 10
const devRetentionMs = 24 * 3_600_000 // longer than a preview link is valid

/**
 * Removes the files of releases that are no longer needed: older than 30 days, neither stable, fallback nor canary,
 * and not among the last ten of their app; builds of development sessions after a day. The release stays on record, so that
 * its version never gets different bytes; publishing the same bytes again restores its files. Returns `<app>@<version>-<hash8>` of each.
 */
export async function collectReleases(
  services: Pick<Services, 'db' | 'configuration'>,
  by: string,
): Promise<string[]> {
  const store = openReleaseStore(services.configuration)
  await removeUnknown(services, store)
  return makeChange(services, async (change) => {
    const names = await findUnneeded(change)
    for (const { app, id } of names) {
      await change.trx
        .updateTable('release')
        .set({ collected_at: change.at })
        .where('app', '=', app)
        .where('id', '=', id)
        .execute()
    }
    // Inside the change, so that publishing the same bytes happens before it or after it, never in between.
    for (const name of names) await store.remove(name)
    const collected = names.map(({ app, id }) => `${app}@${id}`)
    if (collected.length > 0) change.audit({ by, what: 'release.collect', after: collected })
    return collected
  })
}

/** Removes files that crashed publishes have left in the store. */
async function removeUnknown(
  services: Pick<Services, 'db' | 'configuration'>,
  store: ReleaseStore,
): Promise<void> {
  for (const name of await store.listReleases())
    await makeChange(services, async ({ trx }) => {
      if ((await findStoredRecord(trx, name)) === null) await store.remove(name)
    })
}

async function findUnneeded(change: Change): Promise<ReleaseName[]> {
  const rows = await change.trx
    .selectFrom('release')
    .select(['app', 'id', 'published_at'])
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute()
  const found: ReleaseName[] = []
  for (const app of new Set(rows.map((row) => row.app))) {
    const needed = await findNeeded(change, app)
    const ofApp = rows.filter((row) => row.app === app)
    const isOlder = (age: number) => (row: { readonly published_at: number }) =>
      row.published_at < change.at - age
    const old = [
      ...ofApp.filter(({ id }) => isDevVersion(id)).filter(isOlder(devRetentionMs)),
      ...ofApp
        .filter(({ id }) => !isDevVersion(id))
        .slice(keptReleases)
        .filter(isOlder(retentionMs)),
    ]
    found.push(...old.filter(({ id }) => !needed.has(id)).map(({ id }) => ({ app, id })))
  }
  return found
}

async function findNeeded({ trx, document }: Change, app: string): Promise<ReadonlySet<string | null>> {
  const { shell } = document
  if (app === 'shell') return new Set(shell === null ? [] : [`${shell.version}-${shell.hash}`])
  const deployment = await readDeployment(trx, app, document)
  return new Set([deployment.stable, deployment.fallback, getActiveRollout(deployment)?.to ?? null])
}
