import { isWindowComplete } from './evaluate.ts'
import { addReports, getUnmatchedLoads, type ReportBucket } from './evidence.ts'
import { fullShare, isCompared } from './plans.ts'
import {
  createRollout,
  getActiveRollout,
  getMonitoringWindow,
  type NewRollout,
  type RemoteDeployment,
  type RolloutState,
} from './rollout-state.ts'

/** Something that happened to a remote's deployment. A step may be advanced manually before its evidence is complete. */
export type RolloutEvent =
  | ({ readonly kind: 'started'; readonly force?: boolean; readonly reason?: string } & NewRollout)
  | { readonly kind: 'reported'; readonly bucket: ReportBucket }
  | { readonly kind: 'advanced' | 'resumed'; readonly reason?: string }
  | { readonly kind: 'paused' | 'cancelled'; readonly reason: string }
  /** Without `to`, rolls back the rollout in progress, or else to the previous release. */
  | { readonly kind: 'rolled-back'; readonly reason: string; readonly to?: string }
  | { readonly kind: 'switched-off' | 'frozen'; readonly reason: string }
  | { readonly kind: 'switched-on' | 'unfrozen'; readonly reason?: string }

/** Why an event can't happen now. */
export type RefusalCode =
  | 'rollout-in-progress'
  | 'rollout-not-in-progress'
  | 'rollout-paused'
  | 'rollout-not-paused'
  | 'remote-frozen'
  | 'release-quarantined'
  | 'already-stable'
  | 'first-release'
  | 'no-previous-release'
  | 'release-never-stable'

/** The event doesn't fit the state; the message says what to do. */
export class TransitionRefused extends Error {
  override name = 'TransitionRefused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The longest gap between reports that counts as bake time. */
const maxReportGapMs = 5 * 60_000
const bucketMs = 10_000

/**
 * Returns the deployment after an event. Pure. Throws a `TransitionRefused` if it can't happen. A rollback always can,
 * except to a named release that not everyone had before: permission to roll back is not permission to deploy.
 */
export function transition(deployment: RemoteDeployment, event: RolloutEvent): RemoteDeployment {
  switch (event.kind) {
    case 'started':
      return started(deployment, event)
    case 'reported':
      return reported(deployment, event.bucket)
    case 'advanced':
      return advanced(deployment)
    case 'paused': {
      const rollout = expectRollout(deployment, 'running')
      return { ...deployment, rollout: { ...rollout, status: 'paused', reason: event.reason } }
    }
    case 'resumed': {
      const rollout = expectRollout(deployment, 'paused')
      return { ...deployment, rollout: { ...rollout, status: 'running', reason: null, isPauseWaived: true } }
    }
    case 'cancelled': {
      const rollout = expectRollout(deployment, 'pending', 'paused')
      return { ...deployment, rollout: { ...rollout, status: 'cancelled', share: 0, reason: event.reason } }
    }
    case 'rolled-back':
      return rolledBack(deployment, event)
    case 'switched-off':
      return { ...deployment, off: event.reason }
    case 'switched-on':
      return { ...deployment, off: null }
    case 'frozen':
      return { ...deployment, frozen: event.reason }
    case 'unfrozen':
      return begun({ ...deployment, frozen: null })
  }
}

function started(
  deployment: RemoteDeployment,
  event: Extract<RolloutEvent, { kind: 'started' }>,
): RemoteDeployment {
  const { to, plan, force = false, reason } = event
  const other = getActiveRollout(deployment)
  const quarantine = deployment.quarantined[to]
  if (other !== null)
    refuse(
      'rollout-in-progress',
      `${other.to} is being rolled out. Wait until it completes, or roll it back.`,
    )
  if (to === deployment.stable) refuse('already-stable', `${to} is already stable.`)
  if (deployment.stable === null && plan.name !== 'now')
    refuse('first-release', 'A first release has no fallback. Start it with `--plan now`.')
  if (quarantine !== undefined && !(force && reason))
    refuse(
      'release-quarantined',
      `${to} was rolled back: ${quarantine}. To start it anyway, use \`--force --reason\`.`,
    )
  const { [to]: _, ...quarantined } = deployment.quarantined
  return begun({ ...deployment, quarantined, rollout: createRollout(event, deployment.stable) })
}

/** A frozen remote keeps its rollout pending until it is unfrozen. */
function begun(deployment: RemoteDeployment): RemoteDeployment {
  const { rollout } = deployment
  if (deployment.frozen !== null || rollout?.status !== 'pending') return deployment
  const running = { ...deployment, rollout: inStep(rollout, 0) }
  return rollout.plan.name === 'now' ? completed(running, running.rollout) : running
}

function inStep(rollout: RolloutState, step: number): RolloutState {
  return {
    ...rollout,
    status: 'running',
    step,
    share: Math.max(rollout.share, rollout.plan.steps[step]?.share ?? 0),
    bakedMs: 0,
    loadsBefore: rollout.evidence.canary.loads,
    windowStart: { ...getUnmatchedLoads(rollout.evidence), bakedMs: 0 },
  }
}

function reported(deployment: RemoteDeployment, bucket: ReportBucket): RemoteDeployment {
  const rollout = getActiveRollout(deployment)
  if (rollout === null) return deployment
  const { share, plan } = rollout
  const marginPoints = plan.steps.filter(isCompared).map((step) => step.marginPoints)
  const evidence = addReports(rollout.evidence, bucket, { share, marginPoints: [...new Set(marginPoints)] })
  const quietMs = rollout.lastReportMs === null ? bucketMs : bucket.atMs - rollout.lastReportMs
  // The server's clock may have jumped, and then the gap is negative or far too long.
  const baking = rollout.status === 'running' ? Math.max(0, Math.min(quietMs, maxReportGapMs)) : 0
  return {
    ...deployment,
    rollout: {
      ...renewWindow(rollout),
      evidence,
      lastReportMs: bucket.atMs,
      bakedMs: rollout.bakedMs + baking,
    },
  }
}

/** Starts a new monitoring window if the current one is complete. */
function renewWindow(rollout: RolloutState): RolloutState {
  const step = rollout.plan.steps[rollout.step]
  if (step === undefined || !isWindowComplete(step, getMonitoringWindow(rollout))) return rollout
  return { ...rollout, windowStart: { ...getUnmatchedLoads(rollout.evidence), bakedMs: rollout.bakedMs } }
}

function advanced(deployment: RemoteDeployment): RemoteDeployment {
  if (deployment.frozen !== null)
    refuse('remote-frozen', `Reason: ${deployment.frozen}. Unfreeze the remote first.`)
  const rollout = expectRollout(deployment, 'running')
  const isLast = rollout.step === rollout.plan.steps.length - 1
  return isLast
    ? completed(deployment, rollout)
    : { ...deployment, rollout: inStep(rollout, rollout.step + 1) }
}

function completed(deployment: RemoteDeployment, rollout: RolloutState): RemoteDeployment {
  return {
    ...deployment,
    stable: rollout.to,
    fallback: deployment.stable,
    onceStable: [...new Set([...deployment.onceStable, rollout.to])],
    rollout: { ...rollout, status: 'completed', share: fullShare },
  }
}

function rolledBack(
  deployment: RemoteDeployment,
  { reason, to }: Extract<RolloutEvent, { kind: 'rolled-back' }>,
): RemoteDeployment {
  const rollout = getActiveRollout(deployment)
  if (to !== undefined && to !== deployment.stable) checkTarget(deployment, to)
  const taken =
    rollout === null
      ? deployment
      : {
          ...deployment,
          quarantined: { ...deployment.quarantined, [rollout.to]: reason },
          rollout: { ...rollout, status: 'rolled-back' as const, share: 0, reason },
        }
  if (rollout !== null && to === undefined) return taken
  const before = to ?? deployment.fallback
  if (before === null)
    refuse(
      'no-previous-release',
      `${deployment.stable === null ? 'Nobody has a release' : `Everyone has ${deployment.stable}`}, and there is no earlier one to roll back to. If it is broken, turn the remote off (\`off\`).`,
    )
  if (before === deployment.stable) return taken
  const quarantined = deployment.stable === null ? {} : { [deployment.stable]: reason }
  return {
    ...undone(taken, reason),
    stable: before,
    fallback: null,
    quarantined: { ...taken.quarantined, ...quarantined },
  }
}

/** The completed rollout of the stable release ends like any other that is rolled back. */
function undone(deployment: RemoteDeployment, reason: string): RemoteDeployment {
  const { rollout, stable } = deployment
  if (rollout?.status !== 'completed' || rollout.to !== stable) return deployment
  return { ...deployment, rollout: { ...rollout, status: 'rolled-back', share: 0, reason } }
}

/** Refuses a release that never went through a rollout to everyone, or that was rolled back. */
function checkTarget(deployment: RemoteDeployment, to: string): void {
  const { onceStable, quarantined, stable } = deployment
  const quarantine = quarantined[to]
  if (quarantine !== undefined)
    refuse(
      'release-quarantined',
      `${to} was rolled back: ${quarantine}. Name another release, or roll it out again with \`start --force --reason\`.`,
    )
  if (to === getActiveRollout(deployment)?.to)
    refuse(
      'rollout-in-progress',
      `${to} is being rolled out. Without \`to\` (\`--to\`), a rollback returns everyone to ${stable}.`,
    )
  const targets = onceStable.filter((id) => quarantined[id] === undefined)
  if (!targets.includes(to))
    refuse(
      'release-never-stable',
      `Expected a release that was stable before (${targets.join(', ') || 'there is none'}), got ${to}. To roll it out, use \`start\`.`,
    )
}

function expectRollout(
  deployment: RemoteDeployment,
  ...statuses: readonly RolloutState['status'][]
): RolloutState {
  const rollout = getActiveRollout(deployment)
  if (rollout === null) return refuse('rollout-not-in-progress', 'Start a release first.')
  if (statuses.includes(rollout.status)) return rollout
  if (rollout.status === 'paused')
    return refuse('rollout-paused', 'Resume it first, cancel it, or roll it back.')
  if (rollout.status === 'pending')
    return refuse(
      'remote-frozen',
      `The rollout is waiting: ${deployment.frozen ?? 'the remote is frozen'}. Unfreeze the remote first.`,
    )
  return refuse('rollout-not-paused', 'It is running. Only a paused rollout can be resumed or cancelled.')
}

function refuse(code: RefusalCode, message: string): never {
  throw new TransitionRefused(code, message)
}
