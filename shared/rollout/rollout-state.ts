import {
  type Evidence,
  emptyEvidence,
  emptyWindow,
  getUnmatchedLoads,
  type MonitoringWindow,
} from './evidence.ts'
import type { Plan, Rollout } from './rollout-record.ts'

/** The staging of one remote: which of its releases visitors get, and the rollout that changes it. Ids are of releases. */
export interface RemoteDeployment {
  readonly stable: string | null
  readonly fallback: string | null
  /** Why it is switched off; null: it is on. */
  readonly off: string | null
  /** Why no rollout may start or grow; null: it may. */
  readonly frozen: string | null
  /** Why a release was taken back, by its id. */
  readonly quarantined: Readonly<Record<string, string>>
  /** The last rollout there was; null: none yet. */
  readonly rollout: RolloutState | null
}

/** A rollout, with everything that decides how it goes on. */
export interface RolloutState extends Pick<Rollout, 'id' | 'from' | 'to' | 'plan' | 'salt'> {
  readonly status: Rollout['status']
  /** Index into the plan's steps. */
  readonly step: number
  /** Basis points. */
  readonly share: number
  /** How long reports have been arriving in this step. */
  readonly bakedMs: number
  readonly lastReportMs: number | null
  /** Loads of the canary before this step began. */
  readonly loadsBefore: number
  /** Where the stretch of the watch at 100 % begins that may end it: what was there before, of this step. */
  readonly stretchFrom: MonitoringWindow
  readonly evidence: Evidence
  /** True after a person has resumed it: the evidence that they have seen does not pause it again. */
  readonly isPauseWaived: boolean
  /** Why it is paused, rolled back or cancelled; null: it is not. */
  readonly reason: string | null
}

/** Staging of a remote that nothing was ever released of. */
export const notRolledOut: RemoteDeployment = {
  stable: null,
  fallback: null,
  off: null,
  frozen: null,
  quarantined: {},
  rollout: null,
}

/** What a rollout begins with. */
export interface NewRollout {
  readonly id: string
  readonly to: string
  readonly plan: Plan
  /** 64 random bits in hexadecimal digits. */
  readonly salt: string
}

/** A rollout before anybody has its release. */
export function createRollout(start: NewRollout, from: string | null): RolloutState {
  const { id, to, plan, salt } = start
  return {
    id,
    from,
    to,
    plan: structuredClone(plan),
    salt,
    status: 'pending',
    step: 0,
    share: 0,
    bakedMs: 0,
    lastReportMs: null,
    loadsBefore: 0,
    stretchFrom: emptyWindow,
    evidence: emptyEvidence,
    isPauseWaived: false,
    reason: null,
  }
}

/** The stretch of the watch at 100 % so far. */
export function getMonitoringWindow({ evidence, stretchFrom, bakedMs }: RolloutState): MonitoringWindow {
  const { loads, failures } = getUnmatchedLoads(evidence)
  return {
    loads: loads - stretchFrom.loads,
    failures: failures - stretchFrom.failures,
    bakedMs: bakedMs - stretchFrom.bakedMs,
  }
}

/** The rollout that is under way; null: none is. */
export function getActiveRollout({ rollout }: RemoteDeployment): RolloutState | null {
  const isActive =
    rollout?.status === 'pending' || rollout?.status === 'running' || rollout?.status === 'paused'
  return isActive ? rollout : null
}
