import { listApps } from '@portico/protocol/discovery/list-apps.ts'
import { getMissingEvidence } from '@portico/protocol/rollout/decide.ts'
import { activeStatuses } from '@portico/protocol/rollout/rollout-record.ts'
import {
  getActiveRollout,
  parseRolloutState,
  type RolloutState,
} from '@portico/protocol/rollout/rollout-state.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import { runPeriodically } from '../../database/run-periodically.ts'
import type { Db } from '../../database/tables.ts'
import { readDeployment } from '../../releases/changes/deployment-repository.ts'
import { type Change, makeChange } from '../../releases/changes/make-change.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { findWorstError } from '../load-reports/read-errors.ts'
import { enqueueNotification } from '../notifications/enqueue-notification.ts'
import { describeStall } from './describe-stall.ts'
import { summarizeRollout } from './to-notification.ts'

const what = 'rollout.wait'
const pollMs = 2_000
const reminderMs = 24 * 3_600_000

/** Starts reporting stalled rollouts: those that wait longer than expected. Returns how to stop. */
export function startWatchingStalledRollouts(
  services: ReleaseStorage,
  onError: (error: unknown) => void,
): () => Promise<void> {
  return runPeriodically(() => reportStalledRollouts(services), { everyMs: pollMs, onError })
}

/**
 * Writes an audit event and a notification for every rollout that waits longer than expected: once, and again after a day
 * if nothing has changed. Several servers may do so at the same time.
 */
export async function reportStalledRollouts(services: ReleaseStorage): Promise<void> {
  const { db } = services
  const rows = await db
    .selectFrom('rollout')
    .select(['remote', 'state'])
    .where('status', 'in', activeStatuses)
    .execute()
  for (const { remote, state } of rows) {
    if ((await describeUnreportedStall(db, parseRolloutState(state), Date.now())) !== null)
      await makeChange(services, systemActors.site, (change) =>
        reportStalledRollout(change, remote, services.configuration),
      )
  }
}

// Checks again inside the transaction: another server may have reported it by now.
async function reportStalledRollout(
  { trx, at, by, document, audit }: Change,
  remote: string,
  { countedBy }: Pick<Configuration, 'countedBy'>,
): Promise<void> {
  const deployment = await readDeployment(trx, remote, document)
  const rollout = getActiveRollout(deployment)
  const reason = rollout && (await describeUnreportedStall(trx, rollout, at))
  if (rollout === null || reason === null) return
  const team = listApps(document)[remote]?.team ?? ''
  audit({ what, remote, rollout: rollout.id, reason })
  await enqueueNotification(trx, {
    type: 'rollout.waiting',
    at,
    remote,
    team,
    by,
    reason,
    release: rollout.to,
    stable: deployment.stable,
    rollout: summarizeRollout(rollout, await findWorstError(trx, { remote, release: rollout.to })),
    missing: [...getMissingEvidence(deployment, countedBy)],
  })
}

const AfterSchema = v.nullable(v.object({ rollout: v.optional(v.object({ share: v.number() })) }))

/** null: it doesn't wait longer than expected, or that was reported less than a day ago. */
async function describeUnreportedStall(db: Db, rollout: RolloutState, now: number): Promise<string | null> {
  const events = await db
    .selectFrom('event')
    .select(['at', 'what', 'after'])
    .where('rollout', '=', rollout.id)
    .orderBy('seq')
    .execute()
  const reportedAt = events.at(-1)?.what === what ? events.at(-1)?.at : undefined
  if (reportedAt !== undefined && now - reportedAt < reminderMs) return null
  const changes = events.filter((event) => event.what !== what)
  const since = changes.at(-1)?.at
  if (since === undefined) return null
  const first = changes.find(
    ({ after }) => (v.parse(AfterSchema, JSON.parse(after))?.rollout?.share ?? 0) > 0,
  )
  return describeStall(rollout, { now, since, visitorsSince: first?.at ?? null })
}
