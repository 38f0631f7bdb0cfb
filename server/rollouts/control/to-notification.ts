import { signalNames } from '@portico/protocol/discovery/load-report.ts'
import { describeSignals } from '@portico/protocol/rollout/describe-signal.ts'
import type { ReleaseError } from '@portico/protocol/rollout/error-api.ts'
import type { RemoteDeployment, RolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import { getActiveRollout } from '@portico/protocol/rollout/rollout-state.ts'
import type { RolloutEvent } from '@portico/protocol/rollout/transition.ts'
import type { Notification } from '../notifications/notification.ts'

interface DeploymentChange {
  readonly remote: string
  readonly team: string
  readonly before: RemoteDeployment
  readonly after: RemoteDeployment
  readonly event: RolloutEvent
  readonly by: string
  readonly at: number
  /** What the canary throws for most visitors; null: nothing. */
  readonly error: ReleaseError | null
}

/** The notifications of a change: none for reports, and for a rollout that is resumed. */
export function toNotifications(change: DeploymentChange): Notification[] {
  const { remote, team, before, after, event, by, at, error } = change
  const reason = 'reason' in event ? (event.reason ?? null) : null
  return getTypes(change).map((type) => {
    const active = getActiveRollout(before)
    // A rollout that has ended says nothing about a remote that is switched, or whose stable release is rolled back.
    const isWithout = type.startsWith('remote.')
      ? getActiveRollout(after) === null
      : type === 'rollout.rolled_back' && active === null
    const rollout = isWithout ? null : after.rollout
    const hasEnded = type === 'rollout.rolled_back' || type === 'rollout.cancelled'
    return {
      type,
      at,
      remote,
      team,
      release: rollout === null ? before.stable : rollout.to,
      stable: after.stable,
      by,
      reason,
      missing: [],
      rollout: rollout && {
        ...summarizeRollout(rollout, error),
        ...(hasEnded && { share: active?.share ?? 0 }),
      },
    }
  })
}

const switches: Readonly<Partial<Record<RolloutEvent['kind'], Notification['type']>>> = {
  'switched-off': 'remote.off',
  'switched-on': 'remote.on',
  frozen: 'remote.frozen',
  unfrozen: 'remote.unfrozen',
}

/** An unfrozen remote may begin a rollout, which is another notification. */
function getTypes(change: DeploymentChange): Notification['type'][] {
  const types = [switches[change.event.kind], getRolloutType(change)]
  return types.filter((type) => type !== undefined)
}

function getRolloutType({ before, after, event }: DeploymentChange): Notification['type'] | undefined {
  if (event.kind === 'rolled-back') return 'rollout.rolled_back'
  if (event.kind === 'cancelled') return 'rollout.cancelled'
  if (event.kind === 'plan-changed') return 'rollout.plan_changed'
  const status = after.rollout?.status
  const isNew = before.rollout?.id !== after.rollout?.id
  if (event.kind === 'advanced' && status === 'running') return 'rollout.advanced'
  if (!isNew && before.rollout?.status === status) return undefined
  if (status === 'completed') return 'rollout.completed'
  if (status === 'paused') return 'rollout.paused'
  const isStart = isNew || before.rollout?.status === 'pending'
  return isStart && (status === 'running' || status === 'pending') ? 'rollout.started' : undefined
}

/** The part of a rollout that a notification contains. */
export function summarizeRollout(
  { id, plan, status, step, share, evidence }: RolloutState,
  error: ReleaseError | null,
): NonNullable<Notification['rollout']> {
  const counts = { canary: evidence.canary, stable: evidence.stable }
  const signals = signalNames.flatMap((name) => {
    const signal = evidence.signals[name]
    return signal === undefined ? [] : [{ name, canary: signal.matched, stable: signal.stable }]
  })
  return {
    id,
    plan: plan.name,
    status,
    step: step + 1,
    steps: plan.steps.length,
    share,
    counts,
    signals: describeSignals({ signals, counts, reporting: evidence.reportingNetworks }, error),
  }
}
