import { getMissingEvidence } from '@portico/protocol/rollout/decide.ts'
import { getPlan } from '@portico/protocol/rollout/plans.ts'
import type { PlanName } from '@portico/protocol/rollout/rollout-record.ts'
import { notRolledOut } from '@portico/protocol/rollout/rollout-state.ts'
import { transition } from '@portico/protocol/rollout/transition.ts'
import { createSeededRandom } from '@portico/tools/release-cli/simulation/seeded-random.ts'
import type { SimulatedRollout } from '@portico/tools/release-cli/simulation/simulate-rollout.ts'
import type { ResultRow } from '../report/result-row.ts'
import { createPopulation, type Population } from './simulation/population.ts'
import { simulatePopulation } from './simulation/simulate-population.ts'
import { site, smallFamily } from './sites.ts'
import { createShareRow, summarize } from './summary.ts'

const seed = 20261122
const limitMinutes = 5 * 24 * 60
const networksOfAttackers = [0, 4, 16, 64]
const withstood = 16

const traffics = [
  { plan: 'mid', loadsPerMinute: 60, bucketSeconds: 60 },
  { plan: 'low', loadsPerMinute: 4, bucketSeconds: 300 },
  { plan: 'mid', loadsPerMinute: 0, bucketSeconds: 600 },
] as const

const broken = { failures: () => 0.01, canary: { failures: 0.05 } }

/** Simulates attackers, among other visitors and alone; rows only for those that a rollout must withstand. */
export function benchAttacks(runs: number): ResultRow[] {
  const rows = networksOfAttackers.flatMap((networks) =>
    traffics.flatMap(({ plan, loadsPerMinute, bucketSeconds }) => {
      const traffic = loadsPerMinute === 0 ? 'alone' : `among ${loadsPerMinute} loads a minute, plan ${plan}`
      const where = `attacker with ${networks} networks ${traffic}`
      const attack = (goal: 'roll-back' | 'advance', population: Partial<Population>) =>
        simulate(
          { plan, bucketSeconds, runs },
          {
            ...site,
            loadsPerMinute,
            ...population,
            attacker: { networks, goal, family: smallFamily },
          },
        )
      const stopped = attack('roll-back', {})
      const pushed = attack('advance', broken)
      console.log(`${where}, healthy canary: ${summarize(stopped)}`)
      console.log(`${where}, 1 % becomes 5 %: ${summarize(pushed)}, ${describeAdvanced(pushed)}`)
      if (networks > withstood) return []
      return [
        createShareRow({
          name: `${where}: healthy canary paused or rolled back`,
          ends: stopped,
          applies: isCaught,
          limit: 1,
        }),
        createShareRow({
          name: `${where}: broken canary completed`,
          ends: pushed,
          applies: isCompleted,
          limit: 1,
        }),
      ]
    }),
  )
  console.log(`untrusted proxy, everything broken: ${describeUntrustedProxy()}`)
  return rows
}

function simulate(
  { plan, bucketSeconds, runs }: { plan: PlanName; bucketSeconds: number; runs: number },
  population: Population,
): SimulatedRollout[] {
  const rollout = { seed, runs: Math.ceil(runs / 6), limitMinutes, bucketSeconds }
  return simulatePopulation({ ...rollout, population, plan: getPlan(plan) })
}

function isCaught({ caught }: SimulatedRollout): boolean {
  return caught !== null
}

function isCompleted({ status }: SimulatedRollout): boolean {
  return status === 'completed'
}

function describeAdvanced(ends: readonly SimulatedRollout[]): string {
  const beyond = ends.filter(({ step }) => step > 1).length
  return `left their first share ${((100 * beyond) / ends.length).toFixed(1)} %`
}

/** What a rollout says after a day behind a proxy whose address all visitors share. */
function describeUntrustedProxy(): string {
  const population = { ...site, hasUntrustedProxy: true, canary: { brokenFor: 1 } }
  const traffic = createPopulation(population, createSeededRandom(seed))
  const start = { kind: 'started', id: 'simulated', to: 'after', plan: getPlan('mid') } as const
  let deployment = transition({ ...notRolledOut, stable: 'before' }, start)
  deployment = transition(deployment, { kind: 'advanced' })
  for (let minute = 1; minute <= 24 * 60; minute += 1) {
    const bucket = traffic({ atSeconds: minute * 60, seconds: 60, share: deployment.rollout?.share ?? 0 })
    deployment = transition(deployment, { kind: 'reported', bucket })
  }
  return getMissingEvidence(deployment, 'network').join(', ')
}
