import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { CountableLoad } from './get-countable-loads.ts'

const bucketMs = 10_000
const hourMs = 3_600_000
// Of one network, for each release and hour: enough for an office, too little to decide anything alone.
const mostFailures = 3
/** Loads of a release that one network may report in an hour, before the factor. */
export const maxLoads = 600

/** What a network may count for; multiplied where many visitors share one. */
export interface CountLimits {
  readonly factor: number
}

/**
 * Counts loads in one transaction: each load of a page view once, of each visitor at most one failure of a release in an
 * hour, of each network a limited number.
 */
export async function countLoads(
  db: Kysely<Tables>,
  loads: readonly CountableLoad[],
  { factor }: CountLimits,
): Promise<void> {
  if (loads.length === 0) return
  await db.transaction().execute(async (trx) => {
    const sums = new Map<string, Sum>()
    // In one order everywhere: two servers that count the same keys never wait for each other in a ring.
    for (const load of loads.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
      if (await isCounted(trx, load, factor)) add(sums, load)
    }
    for (const [, sum] of [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1))) await increment(trx, sum)
  })
}

/** Forgets what was counted and is over. */
export async function deleteExpiredCounters(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('counted').where('ends_at', '<', Date.now()).execute()
}

async function isCounted(trx: Kysely<Tables>, load: CountableLoad, factor: number): Promise<boolean> {
  const { view, release, visitor, network, isFailure, at } = load
  const once = (key: string) => spend(trx, key, at)
  if ((await once(`loads ${network} ${release}`)) > maxLoads * factor) return false
  if ((await once(`view ${view} ${release} ${isFailure}`)) > 1) return false
  if (!isFailure) return true
  if ((await once(`failure ${visitor} ${release}`)) > 1) return false
  return (await once(`failures ${network} ${release}`)) <= mostFailures * factor
}

/** How often a key has been seen in this hour, this time included. */
async function spend(trx: Kysely<Tables>, what: string, at: number): Promise<number> {
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

interface Sum {
  readonly rollout: string
  readonly bucket: number
  readonly canary: { loads: number; failures: number }
  readonly stable: { loads: number; failures: number }
  readonly networks: Set<string>
}

function add(sums: Map<string, Sum>, load: CountableLoad): void {
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
  { rollout, bucket, canary, stable, networks }: Sum,
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

function keyOf({ release, network, visitor, view }: CountableLoad): string {
  return `${release} ${network} ${visitor} ${view}`
}
