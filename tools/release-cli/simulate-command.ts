import { evaluationIntervalSeconds } from '@portico/shared/rollout/decide.ts'
import { getPlan } from '@portico/shared/rollout/plans.ts'
import { planNames } from '@portico/shared/rollout/rollout-record.ts'
import type { SimulatedRollout } from '@portico/shared/rollout/simulation/simulate-rollout.ts'
import { simulateRollouts } from '@portico/shared/rollout/simulation/simulate-rollouts.ts'
import { flagOf, numberFlag, UsageError, type Verb } from './command.ts'

const twoWeeksMinutes = 14 * 24 * 60

/** `simulate`: how a rollout would go, by the code that decides real ones. Needs no site. */
export const simulate: Verb = {
  usage: 'simulate --loads-per-minute <n> [--plan <p>] [--failures <%>] [--canary-failures <%>] [--runs <n>]',
  about:
    'shows how long a plan takes on your traffic, and how fast it takes a bad release back; needs no site',
  notes: [
    '--loads-per-minute 60   loads of the remote by all visitors together',
    '--failures 0.5          percent of the loads that fail anyway (0.5 unless told)',
    '--canary-failures 3     percent that fail with the new release: how soon is it taken back?',
    '--runs 200              rollouts to simulate',
  ],
  flags: {
    'loads-per-minute': { type: 'string' },
    plan: { type: 'string' },
    failures: { type: 'string' },
    'canary-failures': { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string' },
  },
  async run(call) {
    const loadsPerMinute = numberFlag(call, 'loads-per-minute', 0)
    if (loadsPerMinute === 0)
      throw new UsageError('Expected --loads-per-minute with the loads of the remote.')
    const name = flagOf(call, 'plan') ?? planFor(loadsPerMinute)
    const plan = planNames.find((known) => known === name)
    if (plan === undefined) throw new UsageError(`Expected --plan with one of ${planNames.join(', ')}.`)
    const stable = numberFlag(call, 'failures', 0.5) / 100
    const canary = numberFlag(call, 'canary-failures', 100 * stable) / 100
    const ends = simulateRollouts({
      ...{ loadsPerMinute, failures: { stable, canary }, plan: getPlan(plan) },
      runs: Math.max(1, Math.min(numberFlag(call, 'runs', 200), 100_000)),
      seed: numberFlag(call, 'seed', 1),
      limitMinutes: twoWeeksMinutes,
      bucketSeconds: evaluationIntervalSeconds,
    })
    const told = { plan, loadsPerMinute, ...summaryOf(ends) }
    return { json: told, text: textOf(told) }
  },
}

function planFor(loadsPerMinute: number): string {
  if (loadsPerMinute < 5) return 'low'
  return loadsPerMinute <= 80 ? 'mid' : 'standard'
}

function summaryOf(ends: readonly SimulatedRollout[]) {
  const count = (status: SimulatedRollout['status']) => ends.filter((end) => end.status === status).length
  const middle = (value: (end: SimulatedRollout) => number) =>
    ends.map(value).toSorted((a, b) => a - b)[Math.floor(ends.length / 2)] ?? 0
  return {
    runs: ends.length,
    completed: count('completed'),
    rolledBack: count('rolled-back'),
    unfinished: count('unfinished'),
    paused: ends.filter(({ wasPaused }) => wasPaused).length,
    medianMinutes: Math.round(middle(({ minutes }) => minutes)),
    medianCanaryLoads: middle(({ canaryLoads }) => canaryLoads),
  }
}

function textOf(told: ReturnType<typeof summaryOf> & { plan: string }): string {
  return [
    `Plan ${told.plan}, ${told.runs} rollouts: ${told.completed} completed, ${told.rolledBack} rolled back, ${told.unfinished} not over after two weeks.`,
    `${told.paused} were paused on the way. Half of them had ended after ${told.medianMinutes} minutes, with ${told.medianCanaryLoads} loads of the canary.`,
  ].join('\n')
}
