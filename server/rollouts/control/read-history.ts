import type { RolloutHistory } from '@portico/protocol/rollout/history-api.ts'
import type { Counts } from '@portico/protocol/rollout/rollout-record.ts'
import { parseRolloutState } from '@portico/protocol/rollout/rollout-state.ts'
import type { Selectable } from 'kysely'
import type { Db, Tables } from '../../database/tables.ts'
import { readEvents } from '../../releases/audit/audit.ts'
import { addNewest, parsePoint } from './history-points.ts'

const maxEvents = 500 // more than a rollout has, unless someone pauses and resumes it all day

/** How a rollout got where it is. Rejects if there is none. */
export async function readHistory(db: Db, rollout: string): Promise<RolloutHistory> {
  const { state } = await db
    .selectFrom('rollout')
    .select('state')
    .where('id', '=', rollout)
    .executeTakeFirstOrThrow()
  const points = await db
    .selectFrom('rollout_point')
    .select('body')
    .where('rollout', '=', rollout)
    .orderBy('at')
    .execute()
  const families = await db
    .selectFrom('load_count')
    .selectAll()
    .where('rollout', '=', rollout)
    .orderBy('family')
    .execute()
  const pages = await db
    .selectFrom('page_count')
    .selectAll()
    .where('rollout', '=', rollout)
    .orderBy('page')
    .execute()
  return {
    points: addNewest(
      points.map(({ body }) => parsePoint(body)),
      parseRolloutState(state),
    ),
    families: families.map((row) => ({ family: row.family, ...toCounts(row) })),
    pages: pages.map((row) => ({ page: row.page, ...toCounts(row) })),
    events: await readEvents(db, { since: 0, limit: maxEvents, rollout }),
  }
}

function toCounts(row: Omit<Selectable<Tables['page_count']>, 'page'>): Counts {
  return {
    canary: { loads: row.canary_loads, failures: row.canary_failures },
    stable: { loads: row.stable_loads, failures: row.stable_failures },
  }
}
