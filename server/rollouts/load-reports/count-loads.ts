import { setImmediate as letOthersRun } from 'node:timers/promises'
import { PostgresAdapter, sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import { countSignals } from './count-by-arm.ts'
import { type CountableLoad, countLoad, getDropReason, isFirstView } from './count-load.ts'
import type { Drops } from './drops.ts'
import { recordCountedLoads } from './metrics.ts'
import { type CountedError, isError, storeErrors } from './store-errors.ts'
import type { ReportingNetworkTable } from './tables.ts'

const chunkSize = 500 // SQLite limits the parameters of a statement
const maxBlockMs = 1

/** Counts loads in one transaction, and notes those that don't count in `drops`. */
export async function countLoads(db: Db, loads: readonly CountableLoad[], drops: Drops): Promise<void> {
  if (loads.length === 0) return
  const dropped: Parameters<Drops['add']>[] = []
  const counted: CountableLoad[] = []
  await db.transaction().execute(async (trx) => {
    const sums = new Map<string, LoadSum>()
    const errors: CountedError[] = []
    const signals: CountableLoad[] = []
    let startedAt = performance.now()
    // In the same order everywhere, so that two servers that count for the same networks never deadlock.
    for (const [rollout, ofRollout] of sortByKey(Map.groupBy(loads, (load) => load.rollout))) {
      const byNetwork = sortByKey(Map.groupBy(ofRollout, ({ claim }) => claim.network))
      for (let at = 0; at < byNetwork.length; at += chunkSize) {
        const chunk = byNetwork.slice(at, at + chunkSize)
        const rows = await readRows(trx, rollout, { networks: chunk.map(([network]) => network) })
        for (const [network, ofNetwork] of chunk) {
          const before = rows.get(network)
          let row = before
          for (const load of ofNetwork) {
            const next = row === undefined ? getDropReason(load) : countLoad(row, load)
            if (typeof next === 'string') {
              // A visitor who comes again has most signals again, and their errors are counted by themselves.
              const isUsual = load.signal !== null && (next === 'limit' || isError(load))
              if (!isUsual) dropped.push([rollout, next])
            } else {
              row = next.row
              if (isError(load)) errors.push(load)
              else if (load.signal !== null) signals.push(load)
              else {
                counted.push(load)
                add(sums, load, { isLate: next.isLate, isFirst: isFirstView(row, load) })
              }
            }
          }
          if (row !== undefined && row !== before) await writeRow(trx, row)
          // SQLite answers at once, so that nothing else would run until everything is counted.
          if (performance.now() - startedAt > maxBlockMs) {
            await letOthersRun()
            startedAt = performance.now()
          }
        }
      }
    }
    for (const [, sum] of sortByKey(sums)) await increment(trx, sum)
    await countSignals(trx, signals)
    await storeErrors(trx, errors)
  })
  for (const drop of dropped) drops.add(...drop)
  recordCountedLoads(counted)
}

function sortByKey<T>(map: ReadonlyMap<string, T>): (readonly [string, T])[] {
  return [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** The rows of networks, locked: another server may be counting for them. SQLite has locked everything already. */
async function readRows(
  trx: Db,
  rollout: string,
  { networks }: { readonly networks: readonly string[] },
): Promise<Map<string, ReportingNetworkTable>> {
  const query = trx
    .selectFrom('reporting_network')
    .selectAll()
    .where('rollout', '=', rollout)
    .where('network', 'in', networks)
    .orderBy('network')
  const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter
  const rows = await (isPostgres ? query.forUpdate() : query).execute()
  return new Map(rows.map((row) => [row.network, row]))
}

async function writeRow(trx: Db, row: ReportingNetworkTable): Promise<void> {
  const { rollout, network, ...changes } = row
  await trx
    .updateTable('reporting_network')
    .set(changes)
    .where('rollout', '=', rollout)
    .where('network', '=', network)
    .execute()
}

interface LoadSum {
  readonly rollout: string
  readonly family: string
  readonly canary: MutableArm
  readonly stable: MutableArm
}

interface MutableArm {
  loads: number
  failures: number
  firstFailures: number
}

function add(
  sums: Map<string, LoadSum>,
  { rollout, family, arm, isFailure }: CountableLoad,
  { isLate, isFirst }: { readonly isLate: boolean; readonly isFirst: boolean },
): void {
  const none = { loads: 0, failures: 0, firstFailures: 0 }
  const key = `${rollout} ${family}`
  const sum = sums.get(key) ?? { rollout, family, canary: { ...none }, stable: { ...none } }
  sums.set(key, sum)
  if (!isLate) sum[arm].loads += 1 // the failure replaces the success, so that servers only ever add
  if (isFailure) sum[arm].failures += 1
  if (isFailure && isFirst) sum[arm].firstFailures += 1
}

async function increment(trx: Db, { rollout, family, canary, stable }: LoadSum): Promise<void> {
  const row = {
    canary_loads: canary.loads,
    canary_failures: canary.failures,
    stable_loads: stable.loads,
    stable_failures: stable.failures,
    canary_first_failures: canary.firstFailures,
    stable_first_failures: stable.firstFailures,
  }
  await trx
    .insertInto('load_count')
    .values({ rollout, family, ...row })
    .onConflict((conflict) =>
      conflict.columns(['rollout', 'family']).doUpdateSet({
        canary_loads: sql`load_count.canary_loads + ${row.canary_loads}`,
        canary_failures: sql`load_count.canary_failures + ${row.canary_failures}`,
        stable_loads: sql`load_count.stable_loads + ${row.stable_loads}`,
        stable_failures: sql`load_count.stable_failures + ${row.stable_failures}`,
        canary_first_failures: sql`load_count.canary_first_failures + ${row.canary_first_failures}`,
        stable_first_failures: sql`load_count.stable_first_failures + ${row.stable_first_failures}`,
      }),
    )
    .execute()
}
