import * as v from 'valibot'
import { emptyLogE, noAttack } from './e-value.ts'
import { type Arm, CountsSchema } from './rollout-record.ts'

const Old = { ...CountsSchema.entries, failingNetworks: v.array(v.string()) }

/** Schema of the evidence of a rollout that was running before browser families existed. Returns it as it is today. */
export const LegacyEvidenceSchema = v.pipe(
  v.strictObject({
    ...Old,
    logE: v.pipe(v.array(v.number()), v.length(emptyLogE.length)),
    matched: v.strictObject({ ...CountsSchema.entries.canary.entries, expectedFailures: v.number() }),
    open: v.nullable(v.strictObject({ atMs: v.number(), ...Old })),
    untilMs: v.nullable(v.number()),
  }),
  v.transform(({ failingNetworks, open, ...evidence }) => {
    const all = {
      canary: plus(evidence.canary, open?.canary),
      stable: plus(evidence.stable, open?.stable),
    }
    return {
      ...evidence,
      ...all,
      open: { canary: plus(open?.canary), stable: plus(open?.stable) },
      matched: { ...evidence.matched, ...plus(evidence.matched, open?.canary) },
      firstLogE: [...emptyLogE],
      firstFailures: { canary: 0, stable: 0 },
      families: {},
      signals: {},
      attack: [...noAttack],
      share: 0,
      advance: {},
      sinceMs: evidence.untilMs,
      counted: { all },
      failingNetworks: failingNetworks.length,
      reportingNetworks: 0, // the next report has them
    }
  }),
)

function plus(a: Arm = { loads: 0, failures: 0 }, b: Arm = { loads: 0, failures: 0 }): Arm {
  return { loads: a.loads + b.loads, failures: a.failures + b.failures }
}
