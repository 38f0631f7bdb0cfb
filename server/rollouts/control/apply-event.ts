import type {
  DiscoveryDocument,
  DiscoveryRelease,
  DiscoveryRemote,
} from '@portico/protocol/discovery/discovery-document.ts'
import { getActiveRollout, type RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import { type RolloutEvent, transition } from '@portico/protocol/rollout/transition.ts'
import { readDeployment, writeDeployment } from '../../releases/changes/deployment-repository.ts'
import type { Change } from '../../releases/changes/make-change.ts'
import { toDiscoveryRelease } from '../../releases/changes/with-release.ts'
import { findReleaseRecord } from '../../releases/storage/release-repository.ts'
import { findWorstError } from '../load-reports/read-errors.ts'
import { enqueueNotification } from '../notifications/enqueue-notification.ts'
import { keepFallback } from './keep-fallback.ts'
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

/** An event of a remote. */
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
  const discoveryRemote = await createDiscoveryRemote(change, remote, after)
  const team = discoveryRemote?.team ?? document.remotes[remote]?.team ?? ''
  await writeDeployment(trx, { remote, team, before, after, by, at })
  if (event.kind === 'reported') return after // only decisions are audited, not their evidence
  change.revise(withRemote(document, remote, discoveryRemote))
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

function withRemote(
  document: DiscoveryDocument,
  name: string,
  remote: DiscoveryRemote | null,
): DiscoveryDocument {
  if (remote === null) return document
  return { ...document, remotes: { ...document.remotes, [name]: remote } }
}

/** The remote as browsers and servers need it; null: no visitor gets any release of it yet. */
async function createDiscoveryRemote(
  change: Change,
  remote: string,
  deployment: RemoteDeployment,
): Promise<DiscoveryRemote | null> {
  const { stable, fallback, off } = deployment
  if (stable === null) return null
  const { team, release } = await readRelease(change, remote, stable)
  const rollout = getActiveRollout(deployment)
  const canary =
    rollout === null || rollout.status === 'pending'
      ? {}
      : {
          canary: {
            release: (await readRelease(change, remote, rollout.to)).release,
            rollout: rollout.id,
            share: rollout.share,
          },
        }
  return {
    team,
    stable: release,
    ...(fallback === null ? {} : { fallback: (await readRelease(change, remote, fallback)).release }),
    ...canary,
    ...(off === null ? {} : { off }),
  }
}

async function readRelease(
  { trx }: Change,
  remote: string,
  id: string,
): Promise<{ team: string; release: DiscoveryRelease }> {
  const record = await findReleaseRecord(trx, remote, id)
  if (record === null) throw new Error(`Release ${remote}@${id} was never published here.`)
  return { team: record.team, release: toDiscoveryRelease(record) }
}
