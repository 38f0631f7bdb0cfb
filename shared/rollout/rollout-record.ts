import * as v from 'valibot'
import { ShareSchema } from '../release/discovery-document.ts'
import { ReleaseRecordSchema } from '../release/release-record.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Shape of one step of a plan. */
const StepSchema = v.strictObject({
  /** 0: testers only, who come by a signed link. */
  share: ShareSchema,
  bakeMinutes: v.pipe(v.number(), v.minValue(0)),
  minimumLoads: count,
  /** How much worse than stable the canary may be with 95 % certainty, in percentage points. */
  marginPoints: v.pipe(v.number(), v.minValue(0)),
})

/** One step of a plan. */
export type Step = v.InferOutput<typeof StepSchema>

/** Names of the plans. */
export const planNames = ['low', 'mid', 'standard', 'now'] as const

/** One of the plans by its name. */
export type PlanName = (typeof planNames)[number]

/** Shape of a plan, as it is frozen at the start of a rollout. */
const PlanSchema = v.strictObject({
  name: v.picklist(planNames),
  steps: v.pipe(v.array(StepSchema), v.minLength(1)),
})

/** A plan. */
export type Plan = v.InferOutput<typeof PlanSchema>

/** The states of a rollout. */
const rolloutStatuses = ['pending', 'running', 'paused', 'completed', 'rolled-back', 'cancelled'] as const

/** Shape of the loads that were counted in both arms. */
export const CountsSchema = v.strictObject({
  canary: v.strictObject({ loads: count, failures: count }),
  stable: v.strictObject({ loads: count, failures: count }),
})

/** Shape of what is known of one rollout. */
export const RolloutSchema = v.object({
  id: v.string(),
  remote: ReleaseRecordSchema.entries.remote,
  /** Ids `<version>-<hash8>`; `from` is null for a first release. */
  from: v.nullable(v.string()),
  to: v.string(),
  plan: PlanSchema,
  salt: v.string(),
  status: v.picklist(rolloutStatuses),
  /** Index into the plan's steps. */
  step: count,
  share: ShareSchema,
  /** How long reports have been arriving in this step. */
  bakedMs: count,
  startedAt: v.number(),
  changedAt: v.number(),
  startedBy: v.string(),
  /** Why it is paused, rolled back or cancelled; null: it is not. */
  reason: v.nullable(v.string()),
  counts: CountsSchema,
  /** The test's value: pause at 100, roll back at 1000. */
  evidence: v.number(),
  excessPoints: v.number(),
  /** What the next step waits for, each a sentence such as "needs 412 more loads"; empty: nothing. */
  missing: v.array(v.string()),
})

/** What is known of one rollout. */
export type Rollout = v.InferOutput<typeof RolloutSchema>
