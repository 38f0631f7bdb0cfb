import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { PlanName } from '@portico/protocol/rollout/rollout-record.ts'
import { createResultRow, type ResultRow } from '../report/result-row.ts'
import type { ShellSite } from './simulation/shell-visitors.ts'
import { type ShellEnd, type ShellSimulation, simulateShell } from './simulation/simulate-shell.ts'
import { createShareRow, describeQuantiles } from './summary.ts'

const seed = 20261129
const limitMinutes = 5 * 24 * 60
const targetViews = 30

/** 30 % block reports, 10 % are robots, and 5 % of pages are prerendered in vain. */
export const shellSite: ShellSite = {
  ...{ viewsPerMinute: 60, mute: 0.45 },
  starts: { cached: 0.4, uncached: 1, unsent: 0.2 },
}
const regulars = { visitors: 2_000, share: 0.5 }
const onlyRegulars: ShellSite = { ...shellSite, regulars: { visitors: 10_000, share: 1 } }
const slow = { cached: 0.5, uncached: 2.5, unsent: 0.2 }
const killed = { ...slow, unsent: 0.5 }
const forged = (arm: 'canary' | 'stable', isLeft = false) => ({ forged: { networks: 16, arm, isLeft } })

const healthy: readonly (readonly [name: string, plan: PlanName, site: ShellSite])[] = [
  ['everyone comes once', 'mid', shellSite],
  ['regulars', 'mid', { ...shellSite, regulars }],
  ['everything reports', 'mid', { ...shellSite, mute: 0 }],
  ['only regulars, everything reports', 'mid', { ...onlyRegulars, mute: 0 }],
  ['only regulars, slow networks', 'mid', { ...onlyRegulars, mute: 0, starts: slow }],
  ['only regulars, slow, half of the tabs are killed', 'mid', { ...onlyRegulars, mute: 0, starts: killed }],
  ['nobody reports for ten minutes every three hours', 'mid', { ...shellSite, hasOutages: true }],
  ['16 networks forge silence with the canary', 'mid', { ...shellSite, ...forged('canary') }],
  ['16 networks forge silence with stable', 'mid', { ...shellSite, ...forged('stable') }],
  ['16 networks forge leaving with the canary', 'mid', { ...shellSite, ...forged('canary', true) }],
  [
    '16 networks forge silence, few visitors',
    'low',
    { ...shellSite, viewsPerMinute: 4, ...forged('canary') },
  ],
]

const dead = { faults: { shell: { deadFor: 'all' } } } as const
const fewMute = { mute: 0.05 }

interface BrokenShell {
  readonly name: string
  readonly plan: PlanName
  readonly site: ShellSite
  /** The median of the canary's views must not be above the target. */
  readonly hasTarget?: boolean
}

const broken: readonly BrokenShell[] = [
  { name: 'dead, 45 % silent', plan: 'mid', site: { ...shellSite, ...dead } },
  { name: 'dead, 30 % silent', plan: 'mid', site: { ...shellSite, ...dead, mute: 0.3 } },
  { name: 'dead, 5 % silent', plan: 'mid', site: { ...shellSite, ...dead, ...fewMute }, hasTarget: true },
  {
    ...{ name: 'dead, 5 % silent', plan: 'standard', hasTarget: true },
    site: { ...shellSite, ...dead, ...fewMute, viewsPerMinute: 600 },
  },
  { name: 'dead, regulars', plan: 'mid', site: { ...shellSite, ...dead, regulars } },
  {
    name: 'dead, 16 networks silent with stable',
    plan: 'mid',
    site: { ...shellSite, ...dead, ...forged('stable') },
  },
  {
    name: 'dead in one browser family of 5 %',
    plan: 'mid',
    site: { ...shellSite, ...fewMute, faults: { shell: { deadFor: 'small' } } },
  },
  {
    name: 'dead in half of the views, 30 % silent',
    plan: 'mid',
    site: { ...shellSite, mute: 0.3, faults: { shell: { deadIn: 0.5 } } },
  },
]

/** Simulates rollouts of the shell alone: healthy ones of whose pages many never report, and shells that don't start. */
export function benchSilent(runs: number): ResultRow[] {
  const ends = healthy.flatMap(([name, plan, site]) => {
    const ofSite = simulate({ site, plan, runs: Math.ceil(runs / healthy.length), bucketSeconds: 120 })
    console.log(`healthy shell: ${name}, plan ${plan}: ${describe(ofSite)}`)
    return ofSite
  })
  const rows = broken.flatMap(({ name, plan, site, hasTarget }) => {
    const ofShell = simulate({ site, plan, runs: Math.ceil(runs / 10), bucketSeconds: 5 })
    const views = ofShell.map(({ status, views }) =>
      status === 'rolled-back' ? views : Number.POSITIVE_INFINITY,
    )
    const where = `shell ${name}, plan ${plan}`
    console.log(
      `${where}: ${describe(ofShell)}; canary views until the rollback, median / 95 %: ${describeQuantiles(views, [0.5, 0.95])}`,
    )
    const median = views.toSorted((a, b) => a - b)[Math.floor(views.length / 2)] ?? 0
    const limits = { unit: 'views', target: 1, against: `${targetViews} views`, other: targetViews }
    return hasTarget
      ? [
          createResultRow({
            ...limits,
            name: `${where}: canary views until the rollback, median`,
            value: median,
          }),
        ]
      : []
  })
  return [...createPromiseRows('healthy shell', ends), ...rows]
}

/** Rows for the promises about healthy releases. */
export function createPromiseRows(name: string, ends: readonly ShellEnd[]): ResultRow[] {
  const isRolledBack = ({ status }: ShellEnd) => status === 'rolled-back'
  return [
    createShareRow({ name: `${name}: rolled back`, ends, applies: isRolledBack, limit: 0.1 }),
    createShareRow({ name: `${name}: paused`, ends, applies: ({ wasPaused }) => wasPaused, limit: 1 }),
  ]
}

function simulate({
  plan,
  ...simulation
}: Pick<ShellSimulation, 'site' | 'runs' | 'bucketSeconds'> & { readonly plan: PlanName }) {
  const all = simulateShell({ ...simulation, seed, limitMinutes, plans: { shell: getPlan(plan) } })
  return all.flatMap(({ shell }) => (shell === null ? [] : [shell]))
}

function describe(ends: readonly ShellEnd[]): string {
  const count = (applies: (end: ShellEnd) => boolean) => ends.filter(applies).length
  const byStatus = (['completed', 'rolled-back', 'unfinished'] as const)
    .map((status) => `${status} ${count((end) => end.status === status)}`)
    .join(', ')
  return `of ${ends.length} ${byStatus}, paused ${count(({ wasPaused }) => wasPaused)}`
}
