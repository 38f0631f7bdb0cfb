import type { ReportBucket } from '@portico/protocol/rollout/evidence.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { Random } from './seeded-random.ts'
import type { Traffic } from './simulate-rollout.ts'

/** Loads of as many different visitors, each in its own network. */
export interface IndependentLoads {
  /** In both arms together. */
  readonly loadsPerMinute: number
  /** The failure rate at a minute after the start. */
  readonly failures: { readonly canary: RateAt; readonly stable: RateAt }
  /** Draws what releases do in page views besides not loading; missing: nothing. */
  readonly visits?: Visits | undefined
}

/** Draws signals and vitals of page views. */
export interface Visits {
  visit(arm: 'canary' | 'stable', circumstances: { readonly minute: number; readonly outage: number }): void
  /** Returns what was counted since the last time. */
  take(): Pick<ReportBucket, 'signals' | 'vitals'>
}

type RateAt = (minute: number) => number

/** Creates traffic in which every load is its own visitor: the fastest to simulate. */
export function createIndependentLoads(
  { loadsPerMinute, failures, visits }: IndependentLoads,
  random: Random,
): Traffic {
  const networks = { reporting: 0, failing: 0 }
  return ({ atSeconds, seconds, share }): ReportBucket => {
    const loads = random.poisson((loadsPerMinute * seconds) / 60)
    const ofCanary = random.binomial(loads, share / fullShare)
    const ofArm = (count: number, rateAt: RateAt) => ({
      loads: count,
      failures: random.binomial(count, rateAt(atSeconds / 60)),
    })
    const canary = ofArm(ofCanary, failures.canary)
    networks.reporting += canary.loads
    networks.failing += canary.failures
    const stable = ofArm(loads - ofCanary, failures.stable)
    const minute = atSeconds / 60
    for (let load = 0; visits !== undefined && load < loads; load += 1)
      visits.visit(load < ofCanary ? 'canary' : 'stable', { minute, outage: 0 })
    return {
      atMs: atSeconds * 1_000,
      families: { all: { canary, stable } },
      firstFailures: { canary: canary.failures, stable: stable.failures },
      ...visits?.take(),
      failingNetworks: networks.failing,
      reportingNetworks: networks.reporting,
    }
  }
}
