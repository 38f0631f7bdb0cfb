import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import {
  createVisitor,
  type ReceivedPage,
  reportLoad,
  requestPage,
  type SimulatedVisitor,
} from './simulated-visitor.ts'

/** What an attacker wants. */
export interface Goal {
  readonly name: string
  readonly plan: 'low' | 'mid'
  /** The share, in basis points, to which the rollout was advanced manually. */
  readonly share: number
  /** Organic visitors whose loads of the canary fail, in percent; null: there are no organic visitors. */
  readonly canaryFailures: number | null
  /** What the attacker reports of a load of this arm; null: nothing. */
  readonly reports: { readonly canary: boolean | null; readonly stable: boolean | null }
  /** How often the attacker reports, and new organic visitors come, while the clock runs. */
  readonly rounds: number
  /** What happens without the attacker. */
  readonly expected: 'unchanged' | 'stopped'
}

const failure = true
const success = false

/** Attacks on releases, each in the strategy that serves the goal best. */
export const goals: readonly Goal[] = [
  ...[500, 2_500, 5_000].map((share) => ({
    name: `stop a healthy release at ${share / 100} %`,
    ...({ plan: 'mid', share, canaryFailures: 1, rounds: 1, expected: 'unchanged' } as const),
    reports: { canary: failure, stable: success },
  })),
  {
    name: 'push a release through without visitors',
    plan: 'low',
    share: 1_000,
    canaryFailures: null,
    rounds: 10,
    expected: 'unchanged',
    reports: { canary: success, stable: null },
  },
  {
    name: 'keep a release of which half is broken',
    plan: 'mid',
    share: 5_000,
    canaryFailures: 50,
    rounds: 5,
    expected: 'stopped',
    reports: { canary: success, stable: failure },
  },
]

/** Ids that an attacker collects in each network before a rollout starts, to find one in the right arm. */
const idsPerNetwork = 5
const organicStableFailures = 1 // percent
const roundPauseMs = 2_600 // five minutes of the fast clock, after which bake time stops

interface Site {
  readonly origin: string
}

/** How many take part in an attack; `run` makes their networks different from those of other attacks. */
export interface Crowd {
  readonly run: number
  readonly networks: number
  readonly organic: number
}

/** Gives the attacker's visitors their ids, before the rollout starts. */
export async function collectIds({ origin }: Site, { run, networks }: Crowd): Promise<SimulatedVisitor[]> {
  const attackers: SimulatedVisitor[] = []
  for (let network = 0; network < networks; network += 1)
    for (let id = 1; id <= idsPerNetwork; id += 1)
      attackers.push(await createVisitor(origin, `45.${run}.${network}.${id}`))
  return attackers
}

interface Attack {
  readonly goal: Goal
  readonly rollout: Rollout
  readonly attackers: readonly SimulatedVisitor[]
  readonly crowd: Crowd
}

/** Attacks a rollout. Attackers are first in each round; organic visitors keep coming. */
export async function attack(site: Site, { goal, rollout, attackers, crowd }: Attack): Promise<void> {
  const pages = new Map<SimulatedVisitor, ReceivedPage>()
  for (const visitor of attackers) pages.set(visitor, await requestPage(site.origin, visitor, rollout.remote))
  for (let round = 0; round < goal.rounds; round += 1) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, roundPauseMs))
    for (const visitor of attackers)
      await misreport(site, visitor, { goal, rollout, first: pages.get(visitor) })
    if (goal.canaryFailures === null) continue
    for (let at = 0; at < crowd.organic; at += 1)
      await visitOrganically(site, { goal, rollout, address: `${100 + round}.${crowd.run}.${at}.5` })
  }
}

async function visitOrganically(
  { origin }: Site,
  { goal, rollout, address }: { goal: Goal; rollout: Rollout; address: string },
): Promise<void> {
  const visitor = await createVisitor(origin, address)
  const page = await requestPage(origin, visitor, rollout.remote)
  const percent = page.arm === 'canary' ? (goal.canaryFailures ?? 0) : organicStableFailures
  await reportLoad(origin, visitor, { rollout, page, isFailure: Math.random() * 100 < percent })
}

/** Reports in the attacker's interest: with the page's token, with the same one again, and with a new one. */
async function misreport(
  { origin }: Site,
  visitor: SimulatedVisitor,
  { goal, rollout, first }: { goal: Goal; rollout: Rollout; first: ReceivedPage | undefined },
): Promise<void> {
  for (const page of [first, first, await requestPage(origin, visitor, rollout.remote)]) {
    if (page?.arm !== 'canary' && page?.arm !== 'stable') continue
    const isFailure = goal.reports[page.arm]
    if (isFailure === null) continue
    await reportLoad(origin, visitor, { rollout, page, isFailure })
  }
}
