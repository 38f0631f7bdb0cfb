import { formatCount } from '@portico/kit/format.ts'
import { getNumberFlag, UsageError } from '@portico/protocol/command-line/command.ts'
import { evaluationIntervalSeconds } from '@portico/protocol/rollout/decide.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { PlanName } from '@portico/protocol/rollout/rollout-record.ts'
import { type Command, planFlag } from './command.ts'
import { getPlanFlag, getStepsFlag, stepsFlag } from './plan-flags.ts'
import type { SimulatedRollout } from './simulation/simulate-rollout.ts'
import { simulateRollouts } from './simulation/simulate-rollouts.ts'

const twoWeeksMinutes = 14 * 24 * 60

/** `simulate`: simulates rollouts with the code that decides real ones. Needs no site. */
export const simulate: Command = {
  usage:
    'simulate --loads-per-minute <n> [--plan <p>] [--steps <list>] [--failures <%>] [--canary-failures <%>] [--runs <n>] [--seed <n>]',
  summary: 'simulates how long a plan takes on your traffic, and how soon it rolls back a bad release',
  maxArguments: 0,
  notes: [
    '--loads-per-minute 60   loads of the remote per minute, over all visitors',
    '--plan mid              the plan; by default the one that fits your traffic',
    '--steps 5:30,50:60,100  own steps, as for start',
    '--failures 0.5          percentage of loads that fail with stable (default 0.5)',
    '--canary-failures 3     percentage of loads that fail with the canary (default: as with stable)',
    '--runs 200              number of rollouts to simulate (default 200)',
    '--seed 1                seed of the random numbers (default 1)',
    'Needs no site.',
  ],
  flags: {
    'loads-per-minute': { type: 'string' },
    ...planFlag,
    ...stepsFlag,
    failures: { type: 'string' },
    'canary-failures': { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string' },
  },
  async run(context) {
    const loadsPerMinute = getNumberFlag(context, 'loads-per-minute', 0)
    if (loadsPerMinute === 0) throw new UsageError('Missing flag: --loads-per-minute 60.')
    const plan = getPlanFlag(context, choosePlan(loadsPerMinute))
    const stable = getNumberFlag(context, 'failures', 0.5) / 100
    const canary = getNumberFlag(context, 'canary-failures', 100 * stable) / 100
    const runs = Math.max(1, Math.min(getNumberFlag(context, 'runs', 200), 100_000))
    const ends = simulateRollouts({
      loadsPerMinute,
      onProgress(done) {
        if (done % Math.ceil(runs / 10) === 0 && done < runs)
          context.progress(`Simulated ${done} of ${runs} rollouts ...`)
      },
      failures: { stable, canary },
      plan: getPlan(plan, getStepsFlag(context)),
      runs,
      seed: getNumberFlag(context, 'seed', 1),
      limitMinutes: twoWeeksMinutes,
      bucketSeconds: evaluationIntervalSeconds,
    })
    const summary = { plan, loadsPerMinute, ...summarize(ends) }
    return { json: summary, text: formatSummary(summary) }
  },
}

function choosePlan(loadsPerMinute: number): PlanName {
  if (loadsPerMinute < 5) return 'low'
  return loadsPerMinute <= 80 ? 'mid' : 'standard'
}

function summarize(ends: readonly SimulatedRollout[]) {
  const count = (status: SimulatedRollout['status']) => ends.filter((end) => end.status === status).length
  const median = (value: (end: SimulatedRollout) => number) =>
    ends.map(value).toSorted((a, b) => a - b)[Math.floor(ends.length / 2)] ?? 0
  return {
    runs: ends.length,
    completed: count('completed'),
    rolledBack: count('rolled-back'),
    unfinished: count('unfinished'),
    paused: ends.filter(({ wasPaused }) => wasPaused).length,
    medianMinutes: Math.round(median(({ minutes }) => minutes)),
    medianCanaryLoads: median(({ canaryLoads }) => canaryLoads),
  }
}

function formatSummary(summary: ReturnType<typeof summarize> & { plan: string }): string {
  return [
    `Plan ${summary.plan}, ${summary.runs} rollouts: ${summary.completed} completed, ${summary.rolledBack} rolled back, ${summary.unfinished} unfinished after two weeks.`,
    `${summary.paused} were paused. Median: ${summary.medianMinutes} minutes and ${formatCount(summary.medianCanaryLoads, 'canary load')}.`,
  ].join('\n')
}
