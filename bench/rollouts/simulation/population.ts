import { maxLoadsPerDay } from '@portico/protocol/rollout/evidence.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { Random } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import type { Traffic, TrafficBucket } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import { type CountedVisitor, createCounter } from './counting.ts'
import { createVisits, type VisitRates, type VisitState } from './visits.ts'

const dayMinutes = 24 * 60

/** The visitors of a simulated site. */
export interface Population {
  /** In both arms together, averaged over a day. */
  readonly loadsPerMinute: number
  /** Visitors who come again and again, some of them often, and the share of all loads that are theirs. */
  readonly regulars?: { readonly visitors: number; readonly share: number }
  readonly families: readonly Family[]
  /** The failure rate of loads in both arms, for any reason, at a minute after the start. */
  readonly failures: (minute: number) => number
  /** What is wrong with the canary. */
  readonly canary?: {
    /** The failure rate of its loads, instead of the usual one. */
    readonly failures?: number
    /** The share of visitors for whom it always fails, in any browser. */
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
  /** The share of visitors whose blocker stops reports. They count for their networks like all others. */
  readonly withoutReports?: number
  /** Missing: page views have no signals. */
  readonly visits?: VisitRates
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
  const known = Array.from({ length: regulars.visitors }, (_, at) =>
    drawVisitor(population, random, hasUntrustedProxy ? 0 : Math.floor(at / visitorsPerNetwork)),
  )
  const drawn = population.visits && createVisits(population.visits, random)
  const usualFailures = population.failures(dayMinutes / 2)
  const attackers = drawAttackers(population, random)
  const proxied = drawVisitor(population, random, 0) // without an address of their own, only the first visitor counts

  return (bucket) => {
    const { share, minute } = describe(bucket)
    const isOut = population.failures(minute)
    const canaryRate = population.canary?.failures
    counter.begin(Math.floor(minute / dayMinutes), share)
    for (const visitor of attackers) attack(visitor, visitor.at < share, attacker?.goal)
    const rates = { canary: Math.max(canaryRate ?? 0, isOut), stable: isOut }
    const circumstances = { minute, outage: Math.max(0, isOut - usualFailures) }
    const loads = random.poisson(getLoads(population, bucket) * (1 - (population.withoutCookie ?? 0)))
    const ofRegulars = random.binomial(loads, regulars.share)
    for (let load = 0; load < ofRegulars; load += 1) {
      // The square makes some visit often, and most seldom.
      const visitor = known[Math.floor(regulars.visitors * random.uniform() ** 2)]
      if (visitor !== undefined) countLoad(visitor, share, { rates, circumstances })
    }
    const others = loads - ofRegulars
    if (hasUntrustedProxy)
      for (let load = 0; load < others; load += 1) countLoad(proxied, share, { rates, circumstances })
    // Of those who share a network, only the first to come counts.
    else {
      const { withoutReports = 0 } = population
      const visitors = random.binomial(others, (1 - withoutReports) / visitorsPerNetwork)
      const ofCanary = countNew(population, random, { counter, visitors, share, rates })
      for (let load = 0; drawn !== undefined && load < visitors; load += 1)
        drawn.visit(load < ofCanary ? 'canary' : 'stable', circumstances)
    }
    return { ...counter.finish(bucket.atSeconds * 1_000, families), ...drawn?.take() }
  }

  function countLoad(visitor: SimulatedVisitor, share: number, { rates, circumstances }: Load): void {
    const isCanary = visitor.at < share
    const fails =
      visitor.alwaysFails ||
      (isCanary && visitor.isBroken) ||
      random.uniform() < rates[isCanary ? 'canary' : 'stable']
    if (counter.count(visitor, isCanary, fails))
      drawn?.visit(isCanary ? 'canary' : 'stable', circumstances, visitor)
  }

  function attack(visitor: SimulatedVisitor, isCanary: boolean, goal: Attacker['goal'] | undefined): void {
    const fails = (goal === 'roll-back') === isCanary
    for (let load = 0; load < maxLoadsPerDay; load += 1) counter.count(visitor, isCanary, fails)
    if (isCanary && fails) drawn?.attack(visitor)
  }
}

interface Load {
  readonly rates: Rates
  readonly circumstances: { readonly minute: number; readonly outage: number }
}

interface NewVisitors {
  readonly counter: ReturnType<typeof createCounter>
  readonly visitors: number
  readonly share: number
  readonly rates: Rates
}

/** Returns how many have the canary. Visitors who come once are only counted: drawing each of them took most of the time. */
function countNew(
  population: Population,
  random: Random,
  { counter, visitors, share, rates }: NewVisitors,
): number {
  const { families } = population
  let allOfCanary = 0
  let remaining = { visitors, share: 1 }
  for (const [index, family] of families.entries()) {
    const isLast = index === families.length - 1
    const ofFamily = isLast
      ? remaining.visitors
      : random.binomial(remaining.visitors, family.share / remaining.share)
    remaining = { visitors: remaining.visitors - ofFamily, share: remaining.share - family.share }
    const ofCanary = random.binomial(ofFamily, share)
    allOfCanary += ofCanary
    const count = (arm: keyof Rates, loads: number, isBroken: number) => {
      const works = (1 - family.alwaysFails) * (1 - isBroken) * (1 - rates[arm])
      counter.countNew(index, arm, { loads, failures: random.binomial(loads, 1 - works) })
    }
    count('canary', ofCanary, getBrokenShare(population, family))
    count('stable', ofFamily - ofCanary, 0)
  }
  return allOfCanary
}

/** The failure rate of each arm, for those for whom it doesn't always fail. */
interface Rates {
  readonly canary: number
  readonly stable: number
}

/** The share of a family's visitors for whom the canary always fails. */
function getBrokenShare({ canary }: Population, { name }: Family): number {
  return name === canary?.brokenFamily ? 1 : (canary?.brokenFor ?? 0)
}

function describe({ atSeconds, share }: TrafficBucket): { share: number; minute: number } {
  return { share: share / fullShare, minute: atSeconds / 60 }
}

function getLoads({ loadsPerMinute, isDiurnal = false }: Population, bucket: TrafficBucket): number {
  const mean = (loadsPerMinute * bucket.seconds) / 60
  if (!isDiurnal) return mean
  return mean * (1 - 0.95 * Math.cos((2 * Math.PI * bucket.atSeconds) / (dayMinutes * 60)))
}

interface SimulatedVisitor extends CountedVisitor, VisitState {
  /** Gets the canary if this is below its share. */
  readonly at: number
  readonly alwaysFails: boolean
  readonly isBroken: boolean
}

/** Who visits: their place in the rollout, and with which browser. */
function drawVisitor(population: Population, random: Random, network: number | null): SimulatedVisitor {
  const { families, withoutReports = 0 } = population
  const index = drawFamily(families, random.uniform())
  const family = families[index]
  return {
    at: random.uniform(),
    network,
    family: index,
    alwaysFails: random.uniform() < (family?.alwaysFails ?? 0),
    isBroken: family !== undefined && random.uniform() < getBrokenShare(population, family),
    isSilent: withoutReports > 0 && random.uniform() < withoutReports,
    isReporting: false,
    hasFailed: false,
    seen: 0,
    isTroubled: null,
    share: 0,
    day: 0,
    loads: 0,
  }
}

function drawAttackers(population: Population, random: Random) {
  const { families, attacker, hasUntrustedProxy = false } = population
  return Array.from({ length: attacker?.networks ?? 0 }, (_, at) => {
    const visitor = drawVisitor({ ...population, withoutReports: 0 }, random, hasUntrustedProxy ? 0 : -1 - at)
    const family = families.findIndex(({ name }) => name === attacker?.family)
    return { ...visitor, family: Math.max(0, family) }
  })
}

function drawFamily(families: readonly Family[], point: number): number {
  let remaining = point
  let index = 0
  for (const { share } of families) {
    remaining -= share
    if (remaining < 0) return index
    index += 1
  }
  return families.length - 1
}
