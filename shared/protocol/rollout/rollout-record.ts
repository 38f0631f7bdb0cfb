import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'
import { ShareSchema } from '../discovery/discovery-document.ts'
import { ReleaseErrorSchema } from './error-api.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Schema of one step of a plan. */
const StepSchema = v.strictObject({
  /** Basis points of visitors; 0: only testers, who have a signed link. */
  share: ShareSchema,
  bakeMinutes: v.pipe(v.number(), v.minValue(0)),
  minimumLoads: count,
  /** How much worse than stable the canary may be, with 95 % confidence, in percentage points. */
  marginPoints: v.pipe(v.number(), v.minValue(0)),
})

export type Step = v.InferOutput<typeof StepSchema>

export const planNames = ['low', 'mid', 'standard', 'now'] as const

export const PlanNameSchema = v.picklist(planNames)

export type PlanName = (typeof planNames)[number]

/** Schema of a plan. A rollout keeps a copy from its start. */
const PlanSchema = v.strictObject({
  name: PlanNameSchema,
  steps: v.pipe(v.array(StepSchema), v.minLength(1)),
})

export type Plan = v.InferOutput<typeof PlanSchema>

/** The states of a rollout that is in progress. */
export const activeStatuses = ['pending', 'running', 'paused'] as const

const rolloutStatuses = [...activeStatuses, 'completed', 'rolled-back', 'cancelled'] as const

export const RolloutStatusSchema = v.picklist(rolloutStatuses)

/** Whether a rollout is in progress. */
export function isActive({ status }: { readonly status: (typeof rolloutStatuses)[number] }): boolean {
  return activeStatuses.some((active) => active === status)
}

/** Schema of the loads counted in both arms. */
export const CountsSchema = v.strictObject({
  canary: v.strictObject({ loads: count, failures: count }),
  stable: v.strictObject({ loads: count, failures: count }),
})

export type Counts = v.InferOutput<typeof CountsSchema>

export type Arm = Counts['canary']

/** Why a load that a browser reported was not counted. */
const dropReasons = [
  'no-token',
  'invalid-token',
  'expired-token',
  'used-token',
  'other-visitor',
  'untrusted-proxy',
  'limit',
  'overload',
] as const

export type DropReason = (typeof dropReasons)[number]

/** Schema of the loads that were not counted, by reason; a reason that never occurred may be missing. */
export const DroppedSchema = v.object(v.entriesFromList(dropReasons, v.optional(count, 0)))

/** What counts once in a rollout: a network, whoever comes from it, or a visitor. */
export type CountedBy = 'network' | 'visitor'

/** Schema of a rollout in the API. */
export const RolloutSchema = v.object({
  id: v.string(),
  remote: AppNameSchema,
  /** Ids `<version>-<hash8>`; `from` is null for a first release. */
  from: v.nullable(v.string()),
  to: v.string(),
  plan: PlanSchema,
  status: RolloutStatusSchema,
  /** Index into the plan's steps. */
  step: count,
  share: ShareSchema,
  /** How long reports have been arriving in this step. */
  bakedMs: count,
  startedAt: v.number(),
  changedAt: v.number(),
  startedBy: v.string(),
  /** Why it is paused, rolled back or cancelled; null: none of these. */
  reason: v.nullable(v.string()),
  counts: CountsSchema,
  /** The e-value: pauses at 100, rolls back at 1000. */
  evidence: v.number(),
  excessPoints: v.number(),
  /** Networks whose loads of the canary were counted, those in which it failed, and how many a decision needs. */
  networks: v.strictObject({ reporting: count, failing: count, needed: count }),
  /** What each of `networks` is: a visitor with `VISITORS_SHARE_ADDRESS`. Missing: an older site, which doesn't say. */
  countedBy: v.optional(v.picklist(['network', 'visitor'] satisfies CountedBy[]), 'network'),
  /** What the releases did to visitors besides not loading, if anything: how many of them in each arm. */
  signals: v.optional(
    v.array(
      v.object({
        name: v.string(),
        canary: count,
        stable: count,
        /** How many the canary would have if it weren't worse than stable. */
        expected: v.number(),
        /** The e-value of this signal alone. */
        evidence: v.optional(v.number(), 1),
      }),
    ),
    [],
  ),
  /** What the canary throws for most visitors; null: nothing. Missing: an older site. */
  error: v.optional(v.nullable(ReleaseErrorSchema), null),
  /** What pages took in three quarters of page views at most: ms, or MB of memory. */
  vitals: v.optional(
    v.array(v.object({ name: v.string(), signal: v.string(), canary: v.number(), stable: v.number() })),
    [],
  ),
  dropped: DroppedSchema,
  /** When the newest counted loads arrived; null: none yet. */
  lastReportAt: v.nullable(v.number()),
  /** What the next step is waiting for, such as "needs 412 more loads"; empty: nothing. */
  missing: v.array(v.string()),
  /** When its steps are likely to end; null: it has ended, or nothing is known about the traffic. Missing: an older site. */
  estimate: v.optional(
    v.nullable(
      v.object({
        /** Loads that count, in both arms. */
        loadsPerMinute: v.number(),
        /** Where they were counted: in this rollout, or in the remote's last one. */
        countedIn: v.picklist(['this-rollout', 'last-rollout']),
        steps: v.array(v.object({ share: ShareSchema, from: v.number(), to: v.number() })),
      }),
    ),
    null,
  ),
})

export type Rollout = v.InferOutput<typeof RolloutSchema>
