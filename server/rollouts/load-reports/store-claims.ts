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
      let remaining = maxNetworks - (await countNetworks(db, rollout))
      // In the same order everywhere, so that two servers never deadlock.
      const sorted = wanted.toSorted((a, b) => (a.network < b.network ? -1 : 1))
      for (let at = 0; at < sorted.length; at += chunkSize) {
        const chunk = sorted.slice(at, at + chunkSize)
        const known = await readVisitors(db, rollout, chunk)
        const stored = chunk.filter(({ network }) => known.has(network) || remaining-- > 0)
        if (stored.length > 0) await storeChunk(db, rollout, stored)
        const visitors = await readVisitors(db, rollout, chunk)
        for (const claim of chunk) claims.correct(claim, visitors.get(claim.network) ?? null)
      }
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

async function storeChunk(db: Db, rollout: string, chunk: readonly Claim[]): Promise<void> {
  const rows = chunk.map(({ network, visitor, shown }) => {
    const { at = null, arm = null, family = null, share = 0 } = shown ?? {}
    const view = { shown_at: at, shown_arm: arm, shown_family: family, shown_share: share }
    return { rollout, network, visitor, ...unused, ...view }
  })
  await db
    .insertInto('reporting_network')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['rollout', 'network'])
        .doUpdateSet(({ ref }) => ({
          shown_at: ref('excluded.shown_at'),
          shown_arm: ref('excluded.shown_arm'),
          shown_family: ref('excluded.shown_family'),
          shown_share: ref('excluded.shown_share'),
        }))
        .whereRef('reporting_network.visitor', '=', 'excluded.visitor')
        .whereRef('reporting_network.shown_share', '<', 'excluded.shown_share'),
    )
    .execute()
}

/** Who counts in each network, as far as someone does. */
async function readVisitors(db: Db, rollout: string, chunk: readonly Claim[]): Promise<Map<string, string>> {
  const networks = chunk.map(({ network }) => network)
  const rows = await db
    .selectFrom('reporting_network')
    .select(['network', 'visitor'])
    .where('rollout', '=', rollout)
    .where('network', 'in', networks)
    .execute()
  return new Map(rows.map(({ network, visitor }) => [network, visitor]))
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
