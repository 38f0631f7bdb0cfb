import * as v from 'valibot'
import { EvidenceSchema, emptyEvidence } from './evidence.ts'
import { isActive, type Plan, RolloutSchema } from './rollout-record.ts'

/** Schema of a rollout, with everything that decides its next step. */
const RolloutStateSchema = v.object({
  ...v.pick(RolloutSchema, ['id', 'from', 'to', 'plan', 'status', 'step', 'share', 'bakedMs', 'reason'])
    .entries,
  lastReportMs: v.nullable(v.number()),
  /** Loads of the canary before this step. */
  loadsBefore: v.number(),
  evidence: EvidenceSchema,
  /** True after it was resumed manually: the same evidence doesn't pause it again. */
  isPauseWaived: v.boolean(),
})

export type RolloutState = Readonly<v.InferOutput<typeof RolloutStateSchema>>

/** The deployment of one remote: the releases that visitors get, by their ids, and the rollout that changes them. */
export interface RemoteDeployment {
  readonly stable: string | null
  readonly fallback: string | null
  /** Why it is turned off; null: it is on. */
  readonly off: string | null
  /** Why no rollout may start or grow; null: not frozen. */
  readonly frozen: string | null
  /** Why releases were rolled back, by id. */
  readonly quarantined: Readonly<Record<string, string>>
  /** Every release that was ever stable; only these may be named in a rollback. */
  readonly onceStable: readonly string[]
  /** The latest rollout; null: none yet. */
  readonly rollout: RolloutState | null
}

/** The deployment of a remote without any release. */
export const notRolledOut: RemoteDeployment = {
  stable: null,
  fallback: null,
  off: null,
  frozen: null,
  quarantined: {},
  onceStable: [],
  rollout: null,
}

export interface NewRollout {
  readonly id: string
  readonly to: string
  readonly plan: Plan
}

/** Creates a rollout before anyone gets its release. */
export function createRollout(start: NewRollout, from: string | null): RolloutState {
  const { id, to, plan } = start
  return {
    id,
    from,
    to,
    plan: structuredClone(plan),
    status: 'pending',
    step: 0,
    share: 0,
    bakedMs: 0,
    lastReportMs: null,
    loadsBefore: 0,
    evidence: emptyEvidence,
    isPauseWaived: false,
    reason: null,
  }
}

/** Returns the rollout that is in progress; null: none. */
export function getActiveRollout({ rollout }: RemoteDeployment): RolloutState | null {
  return rollout !== null && isActive(rollout) ? rollout : null
}

/** The rollout in a row's `state`. */
export function parseRolloutState(state: string): RolloutState {
  return v.parse(RolloutStateSchema, JSON.parse(state))
}
