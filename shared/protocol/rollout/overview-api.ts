import * as v from 'valibot'
import { ShareSchema } from '../discovery/discovery-document.ts'
import { CountsSchema, RolloutStatusSchema } from './rollout-record.ts'

/**
 * How an arm is doing. `worse`: with 95 % confidence, more of its loads fail or more of its visitors have a hard signal than in the other
 * arm, or lately more than before; `unknown`: too few reports to tell, or none for an hour. It decides nothing.
 */
const HealthSchema = v.picklist(['good', 'worse', 'unknown'])

/** Schema of an app in the overview: a remote, or the shell. */
const OverviewAppSchema = v.object({
  name: v.string(),
  kind: v.picklist(['remote', 'shell']),
  /** The shell's is `shell`: the site's operator. */
  team: v.string(),
  /** Ids `<version>-<hash8>`; null: none. */
  stable: v.nullable(v.string()),
  /** Who published `stable`, and when; null: nobody knows. */
  published: v.nullable(v.object({ at: v.number(), by: v.string() })),
  fallback: v.nullable(v.string()),
  /** Why it is turned off; null: it is on. */
  off: v.nullable(v.string()),
  /** Why no rollout may start or grow; null: not frozen. */
  frozen: v.nullable(v.string()),
  /** Its latest rollout; null: none yet. */
  rollout: v.nullable(
    v.object({
      id: v.string(),
      from: v.nullable(v.string()),
      to: v.string(),
      plan: v.string(),
      status: RolloutStatusSchema,
      /** Index into `steps`, the shares of the plan in basis points. */
      step: v.number(),
      steps: v.array(ShareSchema),
      share: ShareSchema,
      startedAt: v.number(),
      changedAt: v.number(),
      startedBy: v.string(),
      /** Why it is paused, rolled back or cancelled; null: none of these. */
      reason: v.nullable(v.string()),
      counts: CountsSchema,
      health: v.object({ canary: HealthSchema, stable: HealthSchema }),
      /** What the next step is waiting for, such as "needs 412 more loads"; empty: nothing. */
      missing: v.array(v.string()),
      /** When the current step is likely to end, in ms since 1970; null: unknown, or in more than a day. */
      stepEndsAt: v.nullable(v.number()),
      lastReportAt: v.nullable(v.number()),
      /** Visitors with a failed load or an error, from 0 to 1, of each arm and time, oldest first; null: no loads. */
      trend: v.object({ canary: v.array(v.nullable(v.number())), stable: v.array(v.nullable(v.number())) }),
    }),
  ),
})

export type Health = v.InferOutput<typeof HealthSchema>

export type OverviewApp = v.InferOutput<typeof OverviewAppSchema>

/** Response of `GET /-/overview`: the shell and every remote that the token may read, in alphabetical order. */
export const OverviewSchema = v.object({
  /** The site's time, in ms since 1970. */
  at: v.number(),
  revision: v.number(),
  apps: v.array(OverviewAppSchema),
})

export type Overview = v.InferOutput<typeof OverviewSchema>
