import { isWindowComplete } from './evaluate.ts'
import { addReports, getUnmatchedLoads, type ReportBucket } from './evidence.ts'
import { fullShare } from './plans.ts'
import {
  createRollout,
  getActiveRollout,
  getMonitoringWindow,
  type NewRollout,
  type RemoteDeployment,
  type RolloutState,
} from './rollout-state.ts'

/** Something that happened to a remote's staging. `by`: a person may end a step before its evidence is complete. */
export type RolloutEvent =
  | ({ readonly kind: 'started'; readonly force?: boolean; readonly reason?: string } & NewRollout)
  | { readonly kind: 'reported'; readonly bucket: ReportBucket }
  | { readonly kind: 'advanced' | 'resumed'; readonly reason?: string }
  | { readonly kind: 'paused' | 'cancelled'; readonly reason: string }
  /** Without `to` the rollout that is under way, else the release before. */
  | { readonly kind: 'rolled-back'; readonly reason: string; readonly to?: string }
  | { readonly kind: 'switched-off' | 'frozen'; readonly reason: string }
  | { readonly kind: 'switched-on' | 'unfrozen'; readonly reason?: string }

/** Why a fact cannot happen now. */
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

/** What was asked for does not fit what is; the message says what to do. */
export class TransitionRefused extends Error {
  override name = 'TransitionRefused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** The longest silence between reports that the bake clock counts. */
const longestQuietMs = 5 * 60_000
const bucketMs = 10_000

/** The staging after a fact. Pure. Throws a TransitionRefused where it cannot happen; a rollback always can. */
export function transition(staging: RemoteDeployment, fact: RolloutEvent): RemoteDeployment {
  switch (fact.kind) {
    case 'started':
      return started(staging, fact)
    case 'reported':
      return reported(staging, fact.bucket)
    case 'advanced':
      return advanced(staging)
    case 'paused': {
      const rollout = expectRollout(staging, 'running')
      return { ...staging, rollout: { ...rollout, status: 'paused', reason: fact.reason } }
    }
    case 'resumed': {
      const rollout = expectRollout(staging, 'paused')
      return { ...staging, rollout: { ...rollout, status: 'running', reason: null, isPauseWaived: true } }
    }
    case 'cancelled': {
      const rollout = expectRollout(staging, 'pending', 'paused')
      return { ...staging, rollout: { ...rollout, status: 'cancelled', share: 0, reason: fact.reason } }
    }
    case 'rolled-back':
      return rolledBack(staging, fact)
    case 'switched-off':
      return { ...staging, off: fact.reason }
    case 'switched-on':
      return { ...staging, off: null }
    case 'frozen':
      return { ...staging, frozen: fact.reason }
    case 'unfrozen':
      return begun({ ...staging, frozen: null })
  }
}

function started(
  staging: RemoteDeployment,
  fact: Extract<RolloutEvent, { kind: 'started' }>,
): RemoteDeployment {
  const { to, plan, force = false, reason } = fact
  const other = getActiveRollout(staging)
  const quarantine = staging.quarantined[to]
  if (other !== null)
    refuse('rollout-in-progress', `${other.to} is being rolled out. Wait for its end, or take it back.`)
  if (to === staging.stable) refuse('already-stable', `${to} is stable: there is nothing to start.`)
  if (staging.stable === null && plan.name !== 'now')
    refuse(
      'first-release',
      'A first release has nothing to fall back on: start it with the plan now (`--plan now`).',
    )
  if (quarantine !== undefined && !(force && reason))
    refuse(
      'release-quarantined',
      `${to} was taken back: ${quarantine}. Start it with force and a reason (\`--force --reason\`).`,
    )
  const { [to]: _, ...quarantined } = staging.quarantined
  return begun({ ...staging, quarantined, rollout: createRollout(fact, staging.stable) })
}

/** A frozen remote keeps its rollout waiting for the unfreeze. */
function begun(staging: RemoteDeployment): RemoteDeployment {
  const { rollout } = staging
  if (staging.frozen !== null || rollout?.status !== 'pending') return staging
  const running = { ...staging, rollout: inStep(rollout, 0) }
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
    stretchFrom: { ...getUnmatchedLoads(rollout.evidence), bakedMs: 0 },
  }
}

function reported(staging: RemoteDeployment, bucket: ReportBucket): RemoteDeployment {
  const rollout = getActiveRollout(staging)
  if (rollout === null) return staging
  const evidence = addReports(rollout.evidence, bucket)
  if (evidence === rollout.evidence) return staging
  const quietMs = rollout.lastReportMs === null ? bucketMs : bucket.atMs - rollout.lastReportMs
  const baking = rollout.status === 'running' ? Math.min(quietMs, longestQuietMs) : 0
  return {
    ...staging,
    rollout: {
      ...inStretch(rollout),
      evidence,
      lastReportMs: bucket.atMs,
      bakedMs: rollout.bakedMs + baking,
    },
  }
}

/** A stretch that was whole has been judged: the next begins. */
function inStretch(rollout: RolloutState): RolloutState {
  const step = rollout.plan.steps[rollout.step]
  if (step === undefined || !isWindowComplete(step, getMonitoringWindow(rollout))) return rollout
  return { ...rollout, stretchFrom: { ...getUnmatchedLoads(rollout.evidence), bakedMs: rollout.bakedMs } }
}

function advanced(staging: RemoteDeployment): RemoteDeployment {
  if (staging.frozen !== null) refuse('remote-frozen', `The reason: ${staging.frozen}. Thaw it first.`)
  const rollout = expectRollout(staging, 'running')
  const isLast = rollout.step === rollout.plan.steps.length - 1
  return isLast ? completed(staging, rollout) : { ...staging, rollout: inStep(rollout, rollout.step + 1) }
}

function completed(staging: RemoteDeployment, rollout: RolloutState): RemoteDeployment {
  return {
    ...staging,
    stable: rollout.to,
    fallback: staging.stable,
    rollout: { ...rollout, status: 'completed', share: fullShare },
  }
}

function rolledBack(
  staging: RemoteDeployment,
  { reason, to }: Extract<RolloutEvent, { kind: 'rolled-back' }>,
): RemoteDeployment {
  const rollout = getActiveRollout(staging)
  const taken =
    rollout === null
      ? staging
      : {
          ...staging,
          quarantined: { ...staging.quarantined, [rollout.to]: reason },
          rollout: { ...rollout, status: 'rolled-back' as const, share: 0, reason },
        }
  if (rollout !== null && to === undefined) return taken
  const before = to ?? staging.fallback
  if (before === null)
    refuse('no-previous-release', 'Nothing could be served instead of it. Switch the remote off.')
  if (before === staging.stable) return taken
  const quarantined = staging.stable === null ? {} : { [staging.stable]: reason }
  return { ...taken, stable: before, fallback: null, quarantined: { ...taken.quarantined, ...quarantined } }
}

function expectRollout(
  staging: RemoteDeployment,
  ...statuses: readonly RolloutState['status'][]
): RolloutState {
  const rollout = getActiveRollout(staging)
  if (rollout === null) return refuse('rollout-not-in-progress', 'Start a release first.')
  if (statuses.includes(rollout.status)) return rollout
  if (rollout.status === 'paused')
    return refuse('rollout-paused', 'Resume it first, cancel it, or take it back.')
  if (rollout.status === 'pending')
    return refuse(
      'remote-frozen',
      `The rollout waits: ${staging.frozen ?? 'it is frozen'}. Thaw the remote first.`,
    )
  return refuse('rollout-not-paused', 'It is running; only a paused one can be resumed or cancelled.')
}

function refuse(code: RefusalCode, message: string): never {
  throw new TransitionRefused(code, message)
}
