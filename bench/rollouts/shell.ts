import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { ResultRow } from '../report/result-row.ts'
import { createPromiseRows, shellSite } from './silent.ts'
import type { App, Fault } from './simulation/shell-visitors.ts'
import { type ShellEnds, type ShellSimulation, simulateShell } from './simulation/simulate-shell.ts'
import { createShareRow, describeQuantiles } from './summary.ts'

const seed = 20261130
const simulation = {
  ...{ seed, plans: { shell: getPlan('mid'), remote: getPlan('mid') }, limitMinutes: 5 * 24 * 60 },
  bucketSeconds: 120,
} as const
const site = { ...shellSite, mute: 0.3 }

const faults: readonly (readonly [name: string, app: App, fault: Fault])[] = [
  ['a dead shell', 'shell', { deadFor: 'all' }],
  ['a shell that is dead in a browser family of 5 %', 'shell', { deadFor: 'small' }],
  ['a shell with errors in 5 % of views', 'shell', { errors: 0.05 }],
  ['a shell that doubles INP', 'shell', { slower: 2 }],
  ['a remote that doesn’t load', 'remote', { failures: 1 }],
  ['a remote with errors in 5 % of views', 'remote', { errors: 0.05 }],
  ['a remote that doubles INP', 'remote', { slower: 2 }],
]

/** Simulates rollouts of the shell and of a remote at once: healthy ones, and those in which one of both is broken. */
export function benchShell(runs: number): ResultRow[] {
  const healthy = simulate({ site, runs: Math.ceil(runs / 2) })
  const regulars = { visitors: 2_000, share: 0.5 }
  const ofRegulars = simulate({ site: { ...site, regulars }, runs: Math.ceil(runs / 2) })
  const ends = [...healthy, ...ofRegulars].flatMap(({ shell, remote }) => [shell, remote])
  const known = ends.filter((end) => end !== null)
  const isCompleted = known.filter(({ status }) => status === 'completed').length
  console.log(`healthy shell and remote at once: ${isCompleted} of ${known.length} rollouts completed`)
  return [
    ...createPromiseRows('healthy shell and remote at once', known),
    ...faults.map(([name, app, fault]) => benchFault(name, app, { fault, runs: Math.ceil(runs / 5) })),
  ]
}

function benchFault(
  name: string,
  app: App,
  { fault, runs }: { readonly fault: Fault; readonly runs: number },
): ResultRow {
  const ends = simulate({ site: { ...site, faults: { [app]: fault } }, runs, untilCaught: true })
  const other = app === 'shell' ? 'remote' : 'shell'
  const views = ends.map((end) => end[app]?.caught?.views ?? Number.POSITIVE_INFINITY)
  const blamed = ends.filter((end) => end[other]?.caught != null).length
  console.log(
    `${name}: canary views until caught, median / 95 %: ${describeQuantiles(views, [0.5, 0.95])}; in ${blamed} of ${runs} the ${other} was stopped`,
  )
  const isMissed = (end: ShellEnds) => end[app]?.caught == null || end[other]?.caught != null
  return createShareRow({
    name: `${name}, both in rollout: not attributed`,
    ends,
    applies: isMissed,
    limit: 1,
  })
}

function simulate(changes: Pick<ShellSimulation, 'site' | 'runs' | 'untilCaught'>): ShellEnds[] {
  return simulateShell({ ...simulation, ...changes })
}
