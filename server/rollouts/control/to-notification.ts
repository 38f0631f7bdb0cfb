import type { RemoteDeployment, RolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import { getActiveRollout } from '@portico/protocol/rollout/rollout-state.ts'
import type { RolloutEvent } from '@portico/protocol/rollout/transition.ts'
import type { Notification } from '../notifications/notification.ts'

/** What has changed for a remote. */
interface DeploymentChange {
  readonly remote: string
  readonly team: string
  readonly before: RemoteDeployment
  readonly after: RemoteDeployment
  readonly event: RolloutEvent
  readonly by: string
  readonly at: number
}

/** The notification of a change: about a start, a pause, a rollback or a completion; null for anything else. */
export function toNotification(change: DeploymentChange): Notification | null {
  const { remote, team, before, after, event, by, at } = change
  const type = getType(change)
  const active = getActiveRollout(before)
  const rollout = type === 'rollout.rolled_back' && active === null ? null : after.rollout
  const release = rollout === null ? before.stable : rollout.to
  if (type === null || release === null) return null
  const reason = 'reason' in event ? (event.reason ?? null) : null
  return {
    type,
    at,
    remote,
    team,
    release,
    stable: after.stable,
    by,
    reason,
    missing: [],
    rollout:
      rollout &&
      summarizeRollout(rollout, type === 'rollout.rolled_back' ? (active?.share ?? 0) : rollout.share),
  }
}

function getType({ before, after, event }: DeploymentChange): Notification['type'] | null {
  if (event.kind === 'rolled-back') return 'rollout.rolled_back'
  const status = after.rollout?.status
  const isNew = before.rollout?.id !== after.rollout?.id
  if (!isNew && before.rollout?.status === status) return null
  if (status === 'completed') return 'rollout.completed'
  if (status === 'paused') return 'rollout.paused'
  const isStart = isNew || before.rollout?.status === 'pending'
  return isStart && (status === 'running' || status === 'pending') ? 'rollout.started' : null
}

/** The part of a rollout that a notification contains. */
export function summarizeRollout(rollout: RolloutState, share = rollout.share): Notification['rollout'] {
  const { id, plan, status, step, evidence } = rollout
  return {
    id,
    plan: plan.name,
    status,
    step: step + 1,
    steps: plan.steps.length,
    share,
    counts: { canary: evidence.canary, stable: evidence.stable },
  }
}
