import * as v from 'valibot'

const maxSteps = 10
const everyone = 100
// Those of the plans `low`, `mid` and `standard`: a team's own steps may not be shorter, with fewer loads or a larger margin.
const minMinutes = 10
const minLoads = 100
const maxMargin = 3
const maxMinutes = 7 * 24 * 60
const maxLoads = 100_000

const expectedPercent = 'expected a percentage of visitors above 0 and at most 100'
const expectedMinutes = `expected ${minMinutes} to ${maxMinutes} minutes`
const expectedLoads = `expected ${minLoads} to ${maxLoads} loads`
const expectedMargin = `expected a margin above 0 and at most ${maxMargin} points`

/** Schema of one of a team's own steps. What is missing is as in the plan. */
const RolloutStepSchema = v.strictObject({
  /** The percentage of visitors who get the release. */
  percent: v.pipe(v.number(), v.minValue(0.01, expectedPercent), v.maxValue(everyone, expectedPercent)),
  /** The minutes for which reports must arrive. */
  minutes: v.exactOptional(
    v.pipe(v.number(), v.minValue(minMinutes, expectedMinutes), v.maxValue(maxMinutes, expectedMinutes)),
  ),
  /** The loads of the release that must be reported. */
  loads: v.exactOptional(
    v.pipe(
      v.number(),
      v.integer(expectedLoads),
      v.minValue(minLoads, expectedLoads),
      v.maxValue(maxLoads, expectedLoads),
    ),
  ),
  /** How many percentage points more of its loads may fail than of stable's. */
  margin: v.exactOptional(
    v.pipe(v.number(), v.minValue(0.1, expectedMargin), v.maxValue(maxMargin, expectedMargin)),
  ),
})

/** Schema of a team's own steps of a rollout: growing, and everyone last. The testers' step comes before them. */
export const RolloutStepsSchema = v.pipe(
  v.array(RolloutStepSchema),
  v.minLength(2, 'expected at least two steps, the last for everyone'),
  v.maxLength(maxSteps, `expected at most ${maxSteps} steps`),
  v.check(
    (steps) => steps.every(({ percent }, at) => at === 0 || percent > (steps[at - 1]?.percent ?? 0)),
    'expected each step to have more visitors than the step before',
  ),
  v.check(
    (steps) => steps.at(-1)?.percent === everyone,
    'expected the last step to be for everyone, 100 percent',
  ),
)

/** One of a team's own steps of a rollout. */
export type RolloutStep = v.InferOutput<typeof RolloutStepSchema>

/** Schema of how a remote's releases are rolled out, unless the start says otherwise. */
export const RolloutDefaultsSchema = v.strictObject({
  plan: v.picklist(['low', 'mid', 'standard']),
  /** Instead of the plan's own. */
  steps: v.exactOptional(RolloutStepsSchema),
})
