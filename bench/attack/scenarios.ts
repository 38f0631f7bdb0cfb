import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { arrive, look, type Person, report, type SeenPage } from './person.ts'

/** What an attacker wants. */
export interface Goal {
  readonly name: string
  readonly plan: 'low' | 'mid'
  /** The share, in basis points, to which the rollout was advanced by hand. */
  readonly share: number
  /** Organic visitors whose loads of the canary fail, in percent; null: there are no organic visitors. */
  readonly canaryFailures: number | null
  /** What the attacker reports of a load of this arm; null: nothing. */
  readonly reports: { readonly canary: boolean | null; readonly stable: boolean | null }
  /** Loads that the attacker's visitors report, one after another, while the clock runs. */
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
    ...{ plan: 'low', share: 1_000, canaryFailures: null, rounds: 10, expected: 'unchanged' },
    reports: { canary: success, stable: null },
  },
  {
    name: 'keep a release of which half is broken',
    ...{ plan: 'mid', share: 5_000, canaryFailures: 50, rounds: 3, expected: 'stopped' },
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

/** The visitors of one attack. */
export interface Crowd {
  readonly attackers: readonly Person[]
  readonly organic: readonly Person[]
}

/** Gives everyone an id, before the rollout starts; `run` makes the networks different from those of other runs. */
export async function assemble(
  { origin }: Site,
  size: { run: number; networks: number; organic: number },
): Promise<Crowd> {
  const attackers: Person[] = []
  for (let network = 0; network < size.networks; network += 1)
    for (let id = 1; id <= idsPerNetwork; id += 1)
      attackers.push(await arrive(origin, `45.${size.run}.${network}.${id}`))
  const organic: Person[] = []
  for (let at = 0; at < size.organic; at += 1) organic.push(await arrive(origin, `100.${size.run}.${at}.5`))
  return { attackers, organic }
}

/** Attacks a rollout, together with its organic visitors. Attackers are first everywhere: every visitor of theirs looks. */
export async function attack(site: Site, goal: Goal, { rollout, crowd }: { rollout: Rollout; crowd: Crowd }) {
  const pages = new Map<Person, SeenPage>()
  for (const person of crowd.attackers) pages.set(person, await look(site.origin, person, rollout.remote))
  for (let round = 0; round < goal.rounds; round += 1) {
    if (round > 0) await new Promise((resolve) => setTimeout(resolve, roundPauseMs))
    for (const person of crowd.attackers)
      await misreport(site, person, { goal, rollout, first: pages.get(person) })
    if (goal.canaryFailures === null) continue
    for (const [at, person] of crowd.organic.entries()) {
      const page = await look(site.origin, person, rollout.remote)
      const percent = page.arm === 'canary' ? goal.canaryFailures : organicStableFailures
      const isFailure = (at * 61 + 7) % 100 < percent // spread evenly
      await report(site.origin, person, { rollout, page, isFailure })
    }
  }
}

/** Reports in the attacker's interest: with the page's token, with the same one again, and from a network of another's. */
async function misreport(
  { origin }: Site,
  person: Person,
  { goal, rollout, first }: { goal: Goal; rollout: Rollout; first: SeenPage | undefined },
): Promise<void> {
  for (const page of [first, first, await look(origin, person, rollout.remote)]) {
    if (page?.arm !== 'canary' && page?.arm !== 'stable') continue
    const isFailure = goal.reports[page.arm]
    if (isFailure === null) continue
    await report(origin, person, { rollout, page, isFailure })
  }
}
