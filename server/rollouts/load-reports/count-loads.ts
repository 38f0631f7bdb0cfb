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
  const counted: CountedLoad[] = []
  await db.transaction().execute(async (trx) => {
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
                counted.push({ ...load, isLate: next.isLate, isFirst: isFirstView(row, load) })
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
    await increment(trx, 'load_count', counted)
    await increment(trx, 'page_count', counted)
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

interface CountedLoad extends CountableLoad {
  readonly isLate: boolean
  readonly isFirst: boolean
}

// A failure replaces the success, so that servers only ever add.
const isCounted = {
  canary_loads: ({ arm, isLate }: CountedLoad) => arm === 'canary' && !isLate,
  canary_failures: ({ arm, isFailure }: CountedLoad) => arm === 'canary' && isFailure,
  canary_first_failures: ({ arm, isFailure, isFirst }: CountedLoad) =>
    arm === 'canary' && isFailure && isFirst,
  stable_loads: ({ arm, isLate }: CountedLoad) => arm === 'stable' && !isLate,
  stable_failures: ({ arm, isFailure }: CountedLoad) => arm === 'stable' && isFailure,
  stable_first_failures: ({ arm, isFailure, isFirst }: CountedLoad) =>
    arm === 'stable' && isFailure && isFirst,
}

/** Adds loads to the counts of their rollouts by browser family, or by page. */
async function increment(
  trx: Db,
  table: 'load_count' | 'page_count',
  loads: readonly CountedLoad[],
): Promise<void> {
  const by = table === 'load_count' ? 'family' : 'page'
  const sums = sortByKey(Map.groupBy(loads, (load) => `${load.rollout} ${load[by]}`))
  const rows = sums.flatMap(([, same]) => {
    const sum = Object.values(isCounted).map((isOne) => same.filter(isOne).length)
    return same.slice(0, 1).map((load) => sql`(${sql.join([load.rollout, load[by], ...sum])})`)
  })
  const counts = Object.keys(isCounted)
  const more = counts.map(
    (count) => sql`${sql.ref(count)} = ${sql.ref(`${table}.${count}`)} + ${sql.ref(`excluded.${count}`)}`,
  )
  for (let at = 0; at < rows.length; at += chunkSize)
    await sql`insert into ${sql.table(table)} (rollout, ${sql.ref(by)}, ${sql.join(counts.map((count) => sql.ref(count)))})
      values ${sql.join(rows.slice(at, at + chunkSize))}
      on conflict (rollout, ${sql.ref(by)}) do update set ${sql.join(more)}`.execute(trx)
}
