import { maxLoadsPerDay, type ReportBucket } from '@portico/protocol/rollout/evidence.ts'
import type { Arm } from '@portico/protocol/rollout/rollout-record.ts'

/** A simulated visitor, and what was counted of them. */
export interface CountedVisitor {
  /** null: nobody else's. */
  readonly network: number | null
  /** Index of the browser family. */
  readonly family: number
  /** Whether a load of the canary was counted. */
  isReporting: boolean
  hasFailed: boolean
  /** Counts for their network, but never reports. */
  readonly isSilent: boolean
  /** The largest share at which a load was counted. */
  share: number
  day: number
  loads: number
}

/** Counts loads like a site: per network the first visitor, ten loads a day and one failure in the whole rollout. */
export function createCounter() {
  const networks = createNetworks()
  let [day, share] = [0, 0]
  let firstFailures = { canary: 0, stable: 0 }
  let sums: { canary: MutableArm; stable: MutableArm }[] = []

  return {
    /** Starts a bucket. */
    begin(today: number, newShare: number): void {
      day = today
      share = newShare
      firstFailures = { canary: 0, stable: 0 }
      sums = []
    },
    /** Counts a load. False: the visitor doesn't count. */
    count(visitor: CountedVisitor, isCanary: boolean, hasFailed: boolean): boolean {
      if (!networks.isFirst(visitor) || visitor.isSilent) return false
      if (hasFailed && visitor.hasFailed) return true
      visitor.loads = visitor.day === day ? visitor.loads + 1 : 1
      visitor.day = day
      if (visitor.loads > maxLoadsPerDay) return true
      if (hasFailed) visitor.hasFailed = true
      if (hasFailed && share > visitor.share) firstFailures[isCanary ? 'canary' : 'stable'] += 1
      visitor.share = share
      if (isCanary) networks.add(visitor, hasFailed)
      add(visitor.family, isCanary ? 'canary' : 'stable', { loads: 1, failures: hasFailed ? 1 : 0 })
      return true
    },
    /** Counts one load each of new visitors, whose networks nobody shares. */
    countNew(family: number, arm: 'canary' | 'stable', { loads, failures }: Arm): void {
      if (loads === 0) return
      if (share > 0) firstFailures[arm] += failures
      if (arm === 'canary') networks.addNew({ loads, failures })
      add(family, arm, { loads, failures })
    },
    /** Returns what was counted since `begin`. */
    finish(atMs: number, families: readonly { readonly name: string }[]): ReportBucket {
      const counted = families.flatMap(({ name }, at) => (sums[at] === undefined ? [] : [[name, sums[at]]]))
      return { atMs, families: Object.fromEntries(counted), firstFailures, ...networks.count() }
    },
  }

  function add(family: number, arm: 'canary' | 'stable', { loads, failures }: Arm): void {
    const sum = sums[family] ?? createSum()
    sums[family] = sum
    sum[arm].loads += loads
    sum[arm].failures += failures
  }
}

/** Counts the networks with loads of the canary. */
function createNetworks() {
  const firstVisitors = new Map<number, CountedVisitor>() // by network
  let [reporting, failing] = [0, 0]
  return {
    isFirst(visitor: CountedVisitor): boolean {
      const { network } = visitor
      if (network === null) return true
      const first = firstVisitors.get(network) ?? visitor
      if (first === visitor) firstVisitors.set(network, visitor)
      return first === visitor
    },
    add(visitor: CountedVisitor, hasFailed: boolean): void {
      if (hasFailed) failing += 1
      if (visitor.isReporting) return
      visitor.isReporting = true
      reporting += 1
    },
    /** Adds a network for each load. */
    addNew({ loads, failures }: Arm): void {
      reporting += loads
      failing += failures
    },
    count: () => ({ failingNetworks: failing, reportingNetworks: reporting }),
  }
}

interface MutableArm {
  loads: number
  failures: number
}

function createSum(): { canary: MutableArm; stable: MutableArm } {
  return { canary: { loads: 0, failures: 0 }, stable: { loads: 0, failures: 0 } }
}
