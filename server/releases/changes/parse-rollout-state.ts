import { EvidenceSchema } from '@portico/protocol/rollout/evidence.ts'
import { RolloutSchema } from '@portico/protocol/rollout/rollout-record.ts'
import type { RolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import * as v from 'valibot'

const RolloutStateSchema = v.object({
  ...v.pick(RolloutSchema, ['id', 'from', 'to', 'plan', 'status', 'step', 'share', 'bakedMs', 'reason'])
    .entries,
  lastReportMs: v.nullable(v.number()),
  loadsBefore: v.number(),
  evidence: EvidenceSchema,
  isPauseWaived: v.boolean(),
})

/** The rollout in a row's `state`. */
export function parseRolloutState(state: string): RolloutState {
  return v.parse(RolloutStateSchema, JSON.parse(state))
}
