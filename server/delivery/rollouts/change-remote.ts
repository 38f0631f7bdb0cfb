import type { RemoteState } from '@portico/shared/rollout/rollout-api.ts'
import type { RemoteDeployment } from '@portico/shared/rollout/rollout-state.ts'
import { type RolloutEvent, TransitionRefused } from '@portico/shared/rollout/transition.ts'
import type { Services } from '../../app.ts'
import { Problem } from '../../http/problems/errors.ts'
import { type Change, makeChange } from '../changes/make-change.ts'
import { readDocument } from '../discovery/discovery-repository.ts'
import { unknownRemote } from '../lifecycle/list-releases.ts'
import { applyFact } from './apply-event.ts'
import { readStaging } from './deployment-repository.ts'

/** What a call asks for: the fact that shall become true, or null where it is true already. */
export type Asked = (change: Change, staging: RemoteDeployment) => Promise<RolloutEvent | null>

/**
 * Makes what a call asks for true, in one change. Throws `remote-unknown`, or why it cannot happen now. This server then
 * serves it at once, every other one with its next look.
 */
export async function changeRemote(
  { db, document }: Pick<Services, 'db' | 'document'>,
  { remote, by }: { readonly remote: string; readonly by: string },
  asked: Asked,
): Promise<RemoteDeployment> {
  const staging = await makeChange(db, async (change) => {
    if (!(await isKnown(change, remote))) throw unknownRemote(remote)
    const before = await readStaging(change.trx, remote, change.document)
    const fact = await asked(change, before)
    return fact === null ? before : applyFact(change, { remote, fact, by })
  }).catch((error: unknown) => {
    if (error instanceof TransitionRefused) throw new Problem(error.code, { detail: error.message })
    throw error
  })
  await document.refresh()
  return staging
}

/** What a call on a remote answers; `note`: why it has changed nothing. */
export async function remoteState(
  { db }: Pick<Services, 'db'>,
  remote: string,
  { stable, fallback, off, frozen, note = null }: RemoteDeployment & { readonly note?: string | null },
): Promise<RemoteState> {
  return { remote, stable, fallback, off, frozen, revision: (await readDocument(db)).revision, note }
}

/**
 * Id of the release that `named` means: the id itself, or its version; of several builds of a version the newest.
 * Throws `release-unknown`.
 */
export async function findRelease({ trx }: Change, remote: string, named: string): Promise<string> {
  const rows = await trx
    .selectFrom('release')
    .select('id')
    .where('app', '=', remote)
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute()
  const found =
    rows.find(({ id }) => id === named) ?? rows.find(({ id }) => id.replace(/-[0-9a-f]{8}$/, '') === named)
  if (found) return found.id
  throw new Problem('release-unknown', {
    detail: `${remote} has no release ${named}.`,
    hint: `\`releases ${remote}\`, or GET /-/releases/${remote}, lists the releases there are.`,
  })
}

async function isKnown({ trx }: Change, remote: string): Promise<boolean> {
  if (remote === 'shell') return false
  const row = await trx
    .selectFrom('release')
    .select('id')
    .where('app', '=', remote)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
