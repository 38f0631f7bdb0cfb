import { maxLoadsPerDay } from '../evidence.ts'
import { fullShare } from '../plans.ts'
import { createCounter } from './counting.ts'
import type { Random } from './seeded-random.ts'
import type { Traffic, TrafficBucket } from './simulate-rollout.ts'

const dayMinutes = 24 * 60

/** The visitors of a simulated site. */
export interface Population {
  /** In both arms together, averaged over a day. */
  readonly loadsPerMinute: number
  /** Visitors who come again and again, some of them often, and the share of all loads that are theirs. */
  readonly regulars?: { readonly visitors: number; readonly share: number }
  readonly families: readonly Family[]
  /** The failure rate of loads in both arms, for whatever reason, at a minute after the start. */
  readonly failures: (minute: number) => number
  /** What is wrong with the canary. */
  readonly canary?: {
    /** The failure rate of its loads, instead of the usual one. */
    readonly failures?: number
    /** The share of visitors for whom it always fails, whatever their browser. */
    readonly brokenFor?: number
    /** The browser family for which it always fails. */
    readonly brokenFamily?: string
  }
  /** How many visitors share a network; 1 if omitted. */
  readonly visitorsPerNetwork?: number
  /** Every visitor has the address of the proxy. */
  readonly hasUntrustedProxy?: boolean
  /** Twice as many loads at noon as on average, hardly any at midnight. */
  readonly isDiurnal?: boolean
  /** The share of visits without a cookie. */
  readonly withoutCookie?: number
  readonly attacker?: Attacker
}

/** A browser family: its share of visitors, and the share of these whose loads always fail, in either arm. */
interface Family {
  readonly name: string
  readonly share: number
  readonly alwaysFails: number
}

/** Someone with one visitor in each of `networks`, who does their worst as soon as it is known which arm they have. */
interface Attacker {
  readonly networks: number
  /** `roll-back` fails only in the canary; `advance` fails only in stable. */
  readonly goal: 'roll-back' | 'advance'
  /** The browser family that they pretend to have. */
  readonly family: string
}

/** Creates the traffic of one rollout. */
export function createPopulation(population: Population, random: Random): Traffic {
  const { families, visitorsPerNetwork = 1, hasUntrustedProxy = false, attacker } = population
  const { regulars = { visitors: 0, share: 0 } } = population
  const counter = createCounter()
  const createVisitor = (network: number | null) => drawVisitor(population, random, network)
  const known = Array.from({ length: regulars.visitors }, (_, at) =>
    createVisitor(hasUntrustedProxy ? 0 : Math.floor(at / visitorsPerNetwork)),
  )
  const attackers = Array.from({ length: attacker?.networks ?? 0 }, (_, at) => {
    const visitor = createVisitor(hasUntrustedProxy ? 0 : -1 - at)
    visitor.family = Math.max(
      0,
      families.findIndex(({ name }) => name === attacker?.family),
    )
    return visitor
  })
  const proxied = createVisitor(0) // without an address of their own, the first visitor is the only one who counts

  /** The visitor of the next load; null: one who doesn't count. */
  const drawNext = () => {
    if (random.uniform() < (population.withoutCookie ?? 0)) return null
    // The square makes some visit often, and most seldom.
    if (random.uniform() < regulars.share)
      return known[Math.floor(regulars.visitors * random.uniform() ** 2)] ?? null
    if (hasUntrustedProxy) return proxied
    // Of those who share a network, only the first to come counts.
    return visitorsPerNetwork === 1 || random.uniform() * visitorsPerNetwork < 1 ? createVisitor(null) : null
  }

  return (bucket) => {
    const { share, minute } = describe(bucket)
    const isOut = population.failures(minute)
    const canaryRate = population.canary?.failures
    counter.begin(Math.floor(minute / dayMinutes), share)
    for (const visitor of attackers) attack(visitor, visitor.at < share, attacker?.goal)
    const loads = random.poisson(getLoads(population, bucket))
    for (let load = 0; load < loads; load += 1) {
      const visitor = drawNext()
      if (visitor === null) continue
      const isCanary = visitor.at < share
      const fails =
        visitor.alwaysFails ||
        (isCanary && visitor.isBroken) ||
        random.uniform() < (isCanary ? Math.max(canaryRate ?? 0, isOut) : isOut)
      counter.count(visitor, isCanary, fails)
    }
    return counter.finish(bucket.atSeconds * 1_000, families)
  }

  function attack(
    visitor: (typeof attackers)[number],
    isCanary: boolean,
    goal: Attacker['goal'] | undefined,
  ): void {
    const fails = (goal === 'roll-back') === isCanary
    for (let load = 0; load < maxLoadsPerDay; load += 1) counter.count(visitor, isCanary, fails)
  }
}

function describe({ atSeconds, share }: TrafficBucket): { share: number; minute: number } {
  return { share: share / fullShare, minute: atSeconds / 60 }
}

function getLoads({ loadsPerMinute, isDiurnal = false }: Population, bucket: TrafficBucket): number {
  const mean = (loadsPerMinute * bucket.seconds) / 60
  if (!isDiurnal) return mean
  return mean * (1 - 0.95 * Math.cos((2 * Math.PI * bucket.atSeconds) / (dayMinutes * 60)))
}

/** Who visits: their place in the rollout, and with which browser. */
function drawVisitor({ families, canary }: Population, random: Random, network: number | null) {
  const index = drawFamily(families, random.uniform())
  const family = families[index]
  return {
    /** Gets the canary if this is below its share. */
    at: random.uniform(),
    network,
    family: index,
    alwaysFails: random.uniform() < (family?.alwaysFails ?? 0),
    isBroken: family?.name === canary?.brokenFamily || random.uniform() < (canary?.brokenFor ?? 0),
    isReporting: false,
    hasFailed: false,
    share: 0,
    day: 0,
    loads: 0,
  }
}

function drawFamily(families: readonly Family[], point: number): number {
  let left = point
  let index = 0
  for (const { share } of families) {
    left -= share
    if (left < 0) return index
    index += 1
  }
  return families.length - 1
}
