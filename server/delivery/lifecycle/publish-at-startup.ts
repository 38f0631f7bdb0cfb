import { join } from 'node:path'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { getPlan } from '@portico/shared/rollout/plans.ts'
import { getActiveRollout } from '@portico/shared/rollout/rollout-state.ts'
import type { Services } from '../../app.ts'
import { type Change, makeChange } from '../changes/make-change.ts'
import { documentWith } from '../discovery/with-release.ts'
import { bytesOf } from '../releases/publish-release.ts'
import { applyFact } from '../rollouts/apply-event.ts'
import { readStaging } from '../rollouts/deployment-repository.ts'
import { newRollout } from '../rollouts/generate-rollout-ids.ts'
import { readIfThere } from '../storage/folder-store.ts'
import { type Built, parseBuilt, readBuilds } from '../storage/read-builds.ts'
import { storedRecord } from '../storage/release-repository.ts'
import { openReleaseStore } from '../storage/release-store.ts'

type Stores = Pick<Services, 'configuration' | 'db'>

const by = 'start'

/**
 * Publishes every built app below `folder` to everyone at once (the plan `now`): a first release, or a local site.
 * Returns `<app>@<version>-<hash8>` of each. Publishing the same again changes nothing; a release that was published
 * before stays as it was. Throws a PublishError, and shows visitors nothing of it, where a build is wrong.
 */
export async function publishBuilt(folder: string, stores: Stores): Promise<string[]> {
  const published: Built[] = []
  for (const built of readBuilds(folder)) published.push(await publish(built, folder, stores))
  await makeChange(stores.db, async (change) => {
    for (const built of published) await show(change, built)
  })
  return published.map(nameOf).map(({ app, id }) => `${app}@${id}`)
}

/** Stores one build; the answer is what visitors get under its name. */
async function publish(built: Built, folder: string, stores: Stores): Promise<Built> {
  const { app, id } = nameOf(built)
  const before = await publishedBefore(built, stores)
  const { files } = (before ?? built).record
  const from = (name: string) => readIfThere(join(folder, app, name))
  await openReleaseStore(stores.configuration).keep(from, { app, id, files })
  if (before !== null) {
    await stores.db
      .updateTable('release')
      .set({ collected_at: null })
      .where('app', '=', app)
      .where('id', '=', id)
      .where('collected_at', 'is not', null)
      .execute()
    return before
  }
  return (await isFirst(built, stores)) ? built : publish(built, folder, stores)
}

/** Makes a release known, and tells of it. False: another server has published one of this name meanwhile. */
function isFirst(built: Built, { db }: Stores): Promise<boolean> {
  const { app, id } = nameOf(built)
  const { record } = built
  return makeChange(db, async ({ trx, at, tell }) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('release')
      .values({ app, id, record: JSON.stringify(record), published_at: at, published_by: by })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows !== 1n) return false
    const { version, hash } = record
    const after = { id: `${app}@${id}`, remote: app, version, hash, bytes: bytesOf(record) }
    tell({ by, what: 'release.publish', remote: app, after })
    return true
  })
}

/**
 * Gives a build to everyone, unless a team releases this remote by itself: what it has published, staged, frozen or
 * taken back is not undone by a start.
 */
async function show(change: Change, built: Built): Promise<void> {
  if (built.kind === 'shell') return change.revise(documentWith(change.document, built))
  const { app: remote, id: to } = nameOf(built)
  const staging = await readStaging(change.trx, remote, change.document)
  const isStaged = getActiveRollout(staging) !== null || staging.frozen !== null || to in staging.quarantined
  if (staging.stable === to || isStaged || !(await isFromStart(change, remote, staging.stable))) return
  const fact = { kind: 'started', to, plan: getPlan('now'), ...newRollout() } as const
  await applyFact(change, { remote, fact, by })
}

async function isFromStart({ trx }: Change, remote: string, stable: string | null): Promise<boolean> {
  if (stable === null) return true
  const row = await trx
    .selectFrom('release')
    .select('published_by')
    .where('app', '=', remote)
    .where('id', '=', stable)
    .executeTakeFirst()
  return row === undefined || row.published_by === by
}

async function publishedBefore(built: Built, { db }: Stores): Promise<Built | null> {
  const { app, id } = nameOf(built)
  const stored = await storedRecord(db, app, id)
  return stored === null ? null : parseBuilt(stored, { kind: built.kind, source: `${app}@${id}` })
}

function nameOf(built: Built): { app: string; id: string } {
  return { app: built.kind === 'shell' ? 'shell' : built.record.remote, id: getReleaseId(built.record) }
}
