import { getActiveRollout } from '@portico/shared/rollout/rollout-state.ts'
import type { Services } from '../../app.ts'
import { type Change, makeChange } from '../changes/make-change.ts'
import { readStaging } from '../rollouts/deployment-repository.ts'
import { storedRecord } from '../storage/release-repository.ts'
import { openReleaseStore, type ReleaseStore } from '../storage/release-store.ts'

const keptMs = 30 * 24 * 3_600_000 // as long as a tab may stay open
const keptReleases = 10

/**
 * Removes the files of releases that nobody can need any more: older than 30 days, and neither stable, fallback, canary
 * nor among the last ten of their app. A release stays known, so that its version never gets other bytes; publishing the
 * same bytes again brings its files back. Returns `<app>@<version>-<hash8>` of each.
 */
export async function collectReleases(
  { db, configuration }: Pick<Services, 'db' | 'configuration'>,
  by: string,
): Promise<string[]> {
  const store = openReleaseStore(configuration)
  await removeUnknown(db, store)
  return makeChange(db, async (change) => {
    const rows = await unneeded(change)
    for (const { app, id } of rows) {
      await change.trx
        .updateTable('release')
        .set({ collected_at: change.at })
        .where('app', '=', app)
        .where('id', '=', id)
        .execute()
    }
    // Within the change: a publish of the same bytes comes before it or after it, never between.
    for (const row of rows) await store.remove(row)
    const names = rows.map(({ app, id }) => `${app}@${id}`)
    if (names.length > 0) change.tell({ by, what: 'release.collect', after: names })
    return names
  })
}

/** Removes what killed publishes have left in the store. */
async function removeUnknown(db: Services['db'], store: ReleaseStore): Promise<void> {
  for (const name of await store.names())
    await makeChange(db, async ({ trx }) => {
      if ((await storedRecord(trx, name.app, name.id)) === null) await store.remove(name)
    })
}

async function unneeded(change: Change): Promise<{ app: string; id: string }[]> {
  const rows = await change.trx
    .selectFrom('release')
    .select(['app', 'id', 'published_at'])
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute()
  const found: { app: string; id: string }[] = []
  for (const app of new Set(rows.map((row) => row.app))) {
    const needed = await neededOf(change, app)
    const old = rows
      .filter((row) => row.app === app)
      .slice(keptReleases)
      .filter(({ id, published_at }) => published_at < change.at - keptMs && !needed.has(id))
    found.push(...old.map(({ id }) => ({ app, id })))
  }
  return found
}

async function neededOf({ trx, document }: Change, app: string): Promise<ReadonlySet<string | null>> {
  const { shell } = document
  if (app === 'shell') return new Set(shell === null ? [] : [`${shell.version}-${shell.hash}`])
  const staging = await readStaging(trx, app, document)
  return new Set([staging.stable, staging.fallback, getActiveRollout(staging)?.to ?? null])
}
