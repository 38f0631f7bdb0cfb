import * as v from 'valibot'
import { ShareSchema } from '../discovery/discovery-document.ts'
import { EventsSchema } from './rollout-api.ts'
import { CountsSchema } from './rollout-record.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Schema of the visitors of both arms with each signal, by its name. */
const SignalTotalsSchema = v.record(v.string(), v.object({ canary: Count, stable: Count }))

/** Schema of what a rollout had counted at a time, since its start. */
export const PointSchema = v.object({
  at: v.number(),
  share: ShareSchema,
  ...CountsSchema.entries,
  /** Visitors of the canary who count. */
  reporting: Count,
  signals: SignalTotalsSchema,
})

export type HistoryPoint = v.InferOutput<typeof PointSchema>

/**
 * Response of `GET /-/rollouts/{id}/history`: how a rollout got where it is. Points are at least a minute apart, further apart in a long
 * rollout; the last one is the newest evaluation.
 */
export const RolloutHistorySchema = v.object({
  points: v.array(PointSchema),
  /** Loads by browser family, such as `firefox`. */
  families: v.array(v.object({ family: v.string(), ...CountsSchema.entries })),
  /** Loads by the path pattern of the page, such as `/api/:category`; empty: of none of this site. */
  pages: v.array(v.object({ page: v.string(), ...CountsSchema.entries })),
  /** Its events in the audit log, oldest first. */
  events: EventsSchema.entries.events,
})

export type RolloutHistory = v.InferOutput<typeof RolloutHistorySchema>
