import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { CountableLoad } from './get-countable-loads.ts'

const bucketMs = 10_000
const hourMs = 3_600_000
// Per network, release and hour: enough for an office, too few to decide anything alone.
const maxFailures = 3
/** How many loads of a release one network may report per hour, before the factor. */
export const maxLoads = 600

/** Limits per network; multiplied where many visitors share one. */
export interface CountLimits {
  readonly factor: number
}

/**
 * Counts loads in one transaction: each load of a page view once, at most one failure per visitor, release and hour, and a
 * limited number per network.
 */
export async function countLoads(
  db: Kysely<Tables>,
  loads: readonly CountableLoad[],
  { factor }: CountLimits,
): Promise<void> {
  if (loads.length === 0) return
  await db.transaction().execute(async (trx) => {
    const sums = new Map<string, BucketSum>()
    // In the same order everywhere, so that two servers that count the same keys never deadlock.
    for (const load of loads.toSorted((a, b) => (getSortKey(a) < getSortKey(b) ? -1 : 1))) {
      if (await isCounted(trx, load, factor)) add(sums, load)
    }
    for (const [, sum] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) await increment(trx, sum)
  })
}

/** Deletes expired counters. */
export async function deleteExpiredCounters(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('counted').where('ends_at', '<', Date.now()).execute()
}

async function isCounted(trx: Kysely<Tables>, load: CountableLoad, factor: number): Promise<boolean> {
  const { view, release, visitor, network, isFailure, at } = load
  const count = (key: string) => increaseCounter(trx, key, at)
  if ((await count(`loads ${network} ${release}`)) > maxLoads * factor) return false
  if ((await count(`view ${view} ${release} ${isFailure}`)) > 1) return false
  if (!isFailure) return true
  if ((await count(`failure ${visitor} ${release}`)) > 1) return false
  return (await count(`failures ${network} ${release}`)) <= maxFailures * factor
}

/** Counts a key. Returns how often it was seen in this hour, including now. */
async function increaseCounter(trx: Kysely<Tables>, what: string, at: number): Promise<number> {
  const hour = Math.floor(at / hourMs)
  const { count } = await trx
    .insertInto('counted')
    .values({ key: `${what} ${hour}`, count: 1, ends_at: (hour + 2) * hourMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(({ eb, ref }) => ({ count: eb(ref('counted.count'), '+', 1) })),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

interface BucketSum {
  readonly rollout: string
  readonly bucket: number
  readonly canary: { loads: number; failures: number }
  readonly stable: { loads: number; failures: number }
  readonly networks: Set<string>
}

function add(sums: Map<string, BucketSum>, load: CountableLoad): void {
  const { rollout, arm, isFailure, network, at } = load
  const bucket = at - (at % bucketMs)
  const none = { loads: 0, failures: 0 }
  const key = `${rollout} ${bucket}`
  const sum = sums.get(key) ?? {
    ...{ rollout, bucket, networks: new Set() },
    ...{ canary: { ...none }, stable: { ...none } },
  }
  sums.set(key, sum)
  sum[arm].loads += 1
  if (!isFailure) return
  sum[arm].failures += 1
  if (arm === 'canary') sum.networks.add(network)
}

async function increment(
  trx: Kysely<Tables>,
  { rollout, bucket, canary, stable, networks }: BucketSum,
): Promise<void> {
  const row = {
    canary_loads: canary.loads,
    canary_failures: canary.failures,
    stable_loads: stable.loads,
    stable_failures: stable.failures,
  }
  await trx
    .insertInto('metric')
    .values({ rollout, bucket, ...row })
    .onConflict((conflict) =>
      conflict.columns(['rollout', 'bucket']).doUpdateSet({
        canary_loads: sql`metric.canary_loads + ${row.canary_loads}`,
        canary_failures: sql`metric.canary_failures + ${row.canary_failures}`,
        stable_loads: sql`metric.stable_loads + ${row.stable_loads}`,
        stable_failures: sql`metric.stable_failures + ${row.stable_failures}`,
      }),
    )
    .execute()
  for (const network of networks)
    await trx
      .insertInto('failing_network')
      .values({ rollout, network })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

function getSortKey({ release, network, visitor, view }: CountableLoad): string {
  return `${release} ${network} ${visitor} ${view}`
}
