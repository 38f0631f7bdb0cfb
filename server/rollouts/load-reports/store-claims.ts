import type { Db } from '../../database/tables.ts'
import type { Claim, Claims } from './claims.ts'

/** Networks that can count in one rollout: many more than any decision needs, and few enough for every database. */
export const maxNetworks = 20_000
const chunkSize = 500 // SQLite limits the parameters of a statement

/** Stores new claims. The first visitor in the database counts. */
export async function storeClaims(db: Db, claims: Claims): Promise<void> {
  const pending = claims.takePending()
  const byRollout = Map.groupBy(pending, ({ rollout }) => rollout)
  try {
    for (const [rollout, wanted] of byRollout) {
      const remaining = Math.max(maxNetworks - (await countNetworks(db, rollout)), 0)
      for (const claim of wanted.slice(remaining)) claims.correct(claim, null)
      // In the same order everywhere, so that two servers never deadlock.
      const sorted = wanted.slice(0, remaining).toSorted((a, b) => (a.network < b.network ? -1 : 1))
      for (let at = 0; at < sorted.length; at += chunkSize)
        await storeChunk(db, claims, { rollout, chunk: sorted.slice(at, at + chunkSize) })
    }
  } catch (error) {
    claims.returnPending(pending) // storing a claim twice changes nothing
    throw error
  }
}

async function countNetworks(db: Db, rollout: string): Promise<number> {
  const { networks } = await db
    .selectFrom('reporting_network')
    .select(({ fn }) => fn.countAll<number | string>().as('networks'))
    .where('rollout', '=', rollout)
    .executeTakeFirstOrThrow()
  return Number(networks)
}

async function storeChunk(
  db: Db,
  claims: Claims,
  { rollout, chunk }: { readonly rollout: string; readonly chunk: readonly Claim[] },
): Promise<void> {
  await db
    .insertInto('reporting_network')
    .values(chunk.map((claim) => ({ ...claim, ...unused })))
    .onConflict((conflict) => conflict.columns(['rollout', 'network']).doNothing())
    .execute()
  const networks = chunk.map(({ network }) => network)
  const rows = await db
    .selectFrom('reporting_network')
    .select(['network', 'visitor'])
    .where('rollout', '=', rollout)
    .where('network', 'in', networks)
    .execute()
  for (const { network, visitor } of rows) claims.correct({ rollout, network }, visitor)
}

const unused = {
  canary_loads: 0,
  has_failed: 0,
  canary_failed: 0,
  share: 0,
  first_view: '',
  day_start: 0,
  day_loads: 0,
  used: '[]',
  signals: '[]',
  errors: '[]',
}
