import { addReports } from './add-reports.ts'
import type { ReportBucket } from './evidence.ts'
import { allMargins, fullShare, isCompared } from './plans.ts'
import { rollBack } from './roll-back.ts'
import type { Plan } from './rollout-record.ts'
import {
  createRollout,
  getActiveRollout,
  type NewRollout,
  type RemoteDeployment,
  type RolloutState,
} from './rollout-state.ts'
import { refuse } from './transition-refused.ts'

/** Something that happened to a remote's deployment. A step may be advanced manually before its evidence is complete. */
export type RolloutEvent =
  | ({ readonly kind: 'started'; readonly force?: boolean; readonly reason?: string } & NewRollout)
  | { readonly kind: 'reported'; readonly bucket: ReportBucket }
  /** With `to`, at least to that share, in basis points: to the plan's last step that has no more. */
  | { readonly kind: 'advanced'; readonly reason?: string; readonly to?: number }
  | { readonly kind: 'resumed'; readonly reason?: string }
  | { readonly kind: 'plan-changed'; readonly plan: Plan; readonly reason: string }
  | { readonly kind: 'paused' | 'cancelled'; readonly reason: string }
  /** Without `to`, rolls back the rollout in progress, or else to the previous release. */
  | { readonly kind: 'rolled-back'; readonly reason: string; readonly to?: string }
  | { readonly kind: 'switched-off' | 'frozen'; readonly reason: string }
  | { readonly kind: 'switched-on' | 'unfrozen'; readonly reason?: string }

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
      return advanced(deployment, event.to)
    case 'plan-changed':
      return planChanged(deployment, event.plan)
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
      return rollBack(deployment, event)
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
  if (other !== null) refuse('rollout-in-progress', `Wait until ${other.to} completes, or roll it back.`)
  if (to === deployment.stable) refuse('already-stable', `Everyone has ${to}.`)
  if (deployment.stable === null && plan.name !== 'now')
    refuse('first-release', 'A first release has no fallback. Start it with `--plan now`.')
  if (quarantine !== undefined && !(force && reason))
    refuse(
      'release-quarantined',
      `The reason for ${to}: ${quarantine}. To start it anyway, use \`--force --reason\`.`,
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
  }
}

function reported(deployment: RemoteDeployment, bucket: ReportBucket): RemoteDeployment {
  const rollout = getActiveRollout(deployment)
  if (rollout === null) return deployment
  const { share, plan } = rollout
  const ownMargins = plan.steps.filter(isCompared).map((step) => step.marginPoints)
  const marginPoints = [...new Set([...allMargins, ...ownMargins])]
  const ownMarginPoints = plan.steps[rollout.step]?.marginPoints
  const evidence = addReports(rollout.evidence, bucket, { share, marginPoints, ownMarginPoints })
  const quietMs = rollout.lastReportMs === null ? bucketMs : bucket.atMs - rollout.lastReportMs
  // The server's clock may have jumped, and then the gap is negative or far too long.
  const baking = rollout.status === 'running' ? Math.max(0, Math.min(quietMs, maxReportGapMs)) : 0
  return {
    ...deployment,
    rollout: {
      ...rollout,
      evidence,
      lastReportMs: bucket.atMs,
      bakedMs: rollout.bakedMs + baking,
    },
  }
}

function advanced(deployment: RemoteDeployment, to?: number): RemoteDeployment {
  if (deployment.frozen !== null)
    refuse('remote-frozen', `Reason: ${deployment.frozen}. Unfreeze the remote first.`)
  const rollout = expectRollout(deployment, 'running')
  if (to !== undefined) {
    if (to <= rollout.share)
      refuse('share-too-small', `Expected more than ${rollout.share / 100} %, got ${to / 100} %.`)
    return { ...deployment, rollout: { ...inStep(rollout, findStep(rollout.plan, to)), share: to } }
  }
  const isLast = rollout.step === rollout.plan.steps.length - 1
  return isLast
    ? completed(deployment, rollout)
    : { ...deployment, rollout: inStep(rollout, rollout.step + 1) }
}

/** The last step of a plan with at most this share. */
function findStep({ steps }: Plan, share: number): number {
  return Math.max(
    0,
    steps.findLastIndex((step) => step.share <= share),
  )
}

/** Nothing changes for visitors, and the time and loads at this share count for the new step. */
function planChanged(deployment: RemoteDeployment, plan: Plan): RemoteDeployment {
  const rollout = getActiveRollout(deployment)
  if (rollout === null) return refuse('rollout-not-in-progress', 'Start a release first.')
  return {
    ...deployment,
    rollout: { ...rollout, plan: structuredClone(plan), step: findStep(plan, rollout.share) },
  }
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
