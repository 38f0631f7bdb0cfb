import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { listApps } from '@portico/protocol/discovery/list-apps.ts'
import { getActiveRollout, type RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import { type RolloutEvent, transition } from '@portico/protocol/rollout/transition.ts'
import { readDeployment, writeDeployment } from '../../releases/changes/deployment-repository.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import { toDiscoveryRelease, toShellRelease } from '../../releases/changes/with-release.ts'
import { findReleaseConflict } from '../../releases/compatibility/path-claims.ts'
import { listCompatibleReleases, markRejected } from '../../releases/compatibility/shell-compatibility.ts'
import { findReleaseRecord, findShellRecord } from '../../releases/storage/release-repository.ts'
import { findWorstError } from '../load-reports/read-errors.ts'
import { enqueueNotification } from '../notifications/enqueue-notification.ts'
import { toNotifications } from './to-notification.ts'

const auditNames = {
  started: 'rollout.start',
  reported: 'rollout.report',
  advanced: 'rollout.advance',
  'plan-changed': 'rollout.plan',
  paused: 'rollout.pause',
  resumed: 'rollout.resume',
  cancelled: 'rollout.cancel',
  'rolled-back': 'rollout.rollback',
  'switched-off': 'remote.off',
  'switched-on': 'remote.on',
  frozen: 'remote.freeze',
  unfrozen: 'remote.unfreeze',
} as const satisfies Record<RolloutEvent['kind'], string>

interface RemoteEvent {
  readonly remote: string
  readonly event: RolloutEvent
}

/**
 * Applies an event as part of `change`: the remote's deployment, the document and the audit event are written together.
 * Throws a TransitionRefused if it can't happen. Returns the new deployment.
 */
export async function applyEvent(change: Change, { remote, event }: RemoteEvent): Promise<RemoteDeployment> {
  const { trx, at, by, document } = change
  const before = await readDeployment(trx, remote, document)
  const next = transition(before, event)
  if (next === before) return next
  const after = event.kind === 'rolled-back' ? await keepFallback(change, remote, next) : next
  const revised = await withDeployment(change, remote, after)
  const team = listApps(revised)[remote]?.team ?? ''
  await writeDeployment(trx, { remote, team, before, after, by, at })
  if (event.kind === 'reported') return after // only decisions are audited, not their evidence
  change.revise(await markRejected(trx, revised))
  const reason = 'reason' in event ? (event.reason ?? null) : null
  const rollout = (after.rollout ?? before.rollout)?.id ?? null
  change.audit({
    what: auditNames[event.kind],
    remote,
    rollout,
    before: summarize(before),
    after: summarize(after),
    reason,
  })
  const { to } = after.rollout ?? {}
  const error = to === undefined ? null : await findWorstError(trx, { remote, release: to })
  for (const notification of toNotifications({ remote, team, before, after, event, by, at, error }))
    await enqueueNotification(trx, notification)
  return after
}

/** The part of a deployment in an audit event: the evidence behind a decision, but not how it was counted. */
function summarize(deployment: RemoteDeployment) {
  const { stable, fallback, off, frozen, rollout } = deployment
  if (rollout === null) return { stable, fallback, off, frozen }
  const { status, step, share, to, evidence, plan } = rollout
  const counts = { canary: evidence.canary, stable: evidence.stable }
  return {
    stable,
    fallback,
    off,
    frozen,
    rollout: {
      to,
      status,
      step,
      share,
      plan: plan.name,
      shares: plan.steps.map((planned) => planned.share),
      counts,
    },
  }
}

/** The document with the releases of a deployment; unchanged while no visitor gets any. */
async function withDeployment(
  { trx, document }: Change,
  app: string,
  deployment: RemoteDeployment,
): Promise<DiscoveryDocument> {
  if (app === 'shell') {
    const releases = await readReleases(deployment, async (id) =>
      toShellRelease(requireRecord(await findShellRecord(trx, id), `shell@${id}`)),
    )
    if (releases === null) return document
    const { stable, ...others } = releases
    return { ...document, shell: { ...stable, ...others } }
  }
  let team = ''
  const releases = await readReleases(deployment, async (id) => {
    const record = requireRecord(await findReleaseRecord(trx, app, id), `${app}@${id}`)
    if (id === deployment.stable) team = record.team
    return toDiscoveryRelease(record)
  })
  if (releases === null) return document
  const { off } = deployment
  const remote = { team, ...releases, ...(off === null ? {} : { off }) }
  return { ...document, remotes: { ...document.remotes, [app]: remote } }
}

/** The releases of a deployment as browsers and servers need them; null: no visitor gets any yet. */
async function readReleases<Release>(deployment: RemoteDeployment, read: (id: string) => Promise<Release>) {
  const { stable, fallback } = deployment
  if (stable === null) return null
  const rollout = getActiveRollout(deployment)
  return {
    stable: await read(stable),
    ...(fallback === null ? {} : { fallback: await read(fallback) }),
    ...(rollout === null || rollout.status === 'pending'
      ? {}
      : { canary: { release: await read(rollout.to), rollout: rollout.id, share: rollout.share } }),
  }
}

function requireRecord<Release>(record: Release | null, name: string): Release {
  if (record === null) throw new Error(`Release ${name} was never published here.`)
  return record
}

/**
 * A deployment after a rollback, with a fallback: the newest release that was stable, wasn't rolled back, still has its
 * files, runs in the live shell and has paths that no other remote has claimed since. Without it, stable couldn't be
 * replaced where it fails to load, and the next rollback would be refused.
 */
async function keepFallback(
  change: Change,
  remote: string,
  deployment: RemoteDeployment,
): Promise<RemoteDeployment> {
  const { stable, fallback, onceStable, quarantined } = deployment
  if (fallback !== null) return deployment
  const healthy = onceStable.filter((id) => id !== stable && !(id in quarantined))
  for (const id of await listCompatibleReleases(change, remote, healthy))
    if ((await findReleaseConflict(change, { remote, id, before: change.document })) === null)
      return { ...deployment, fallback: id }
  return deployment
}
