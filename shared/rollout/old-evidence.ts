import * as v from 'valibot'
import { CountsSchema } from './rollout-record.ts'

const Old = { ...CountsSchema.entries, failingNetworks: v.array(v.string()) }

/** Schema of the evidence of a rollout that was running before browser families existed. Returns it as it is today. */
export const OldEvidenceSchema = v.pipe(
  v.strictObject({
    ...Old,
    logE: v.array(v.number()),
    matched: v.strictObject({ ...CountsSchema.entries.canary.entries, expectedFailures: v.number() }),
    open: v.nullable(v.strictObject({ atMs: v.number(), ...Old })),
    untilMs: v.nullable(v.number()),
  }),
  v.transform(({ failingNetworks, ...evidence }) => {
    const { canary, stable, open } = evidence
    const all = { canary: plus(canary, open?.canary), stable: plus(stable, open?.stable) }
    return {
      ...evidence,
      open: open === null ? null : { atMs: open.atMs, canary: open.canary, stable: open.stable },
      counted: { all },
      failingNetworks: failingNetworks.length,
      reportingNetworks: 0, // the next report has them
    }
  }),
)

type Arm = v.InferOutput<typeof CountsSchema>['canary']

function plus(a: Arm, b: Arm = { loads: 0, failures: 0 }): Arm {
  return { loads: a.loads + b.loads, failures: a.failures + b.failures }
}
