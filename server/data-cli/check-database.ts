import { findTampering } from '@portico/protocol/rollout/audit-chain.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import { sql } from 'kysely'
import type { Db } from '../database/tables.ts'
import { readEvents } from '../releases/audit/audit.ts'
import { readDiscovery } from '../releases/changes/discovery-repository.ts'
import { getServedReleases } from '../releases/storage/ensure-local.ts'

const batch = 500

interface CheckOptions {
  /** Public keys that signed the audit log. */
  readonly keys: readonly string[]
  /** Events that were recorded outside the database. */
  readonly known: readonly Pick<AuditEvent, 'seq' | 'hash'>[]
}

/** Lists what is wrong in a copy of the site's database, in words. */
export async function checkDatabase(db: Db, { keys, known }: CheckOptions): Promise<readonly string[]> {
  const tampering = await findTampering({ events: readAllEvents(db), keys, known })
  return [
    ...(await findBrokenReferences(db)),
    ...(await findUnknownReleases(db)),
    ...(tampering === null ? [] : [`The audit log can't be trusted: ${tampering.why}.`]),
  ]
}

async function* readAllEvents(db: Db): AsyncGenerator<AuditEvent> {
  for (let since = 0; ; ) {
    const events = await readEvents(db, { since, limit: batch })
    yield* events
    const last = events.at(-1)
    if (last === undefined) return
    since = last.seq
  }
}

async function findBrokenReferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; parent: string; count: number }>`
    select "table", parent, count(*) as count from pragma_foreign_key_check group by "table", parent`.execute(
    db,
  )
  return rows.map(
    ({ table, parent, count }) => `${table}: ${count} rows refer to rows of ${parent} that do not exist.`,
  )
}

/** Live releases, and those that a remote could roll back to, must be on record, with their files. */
async function findUnknownReleases(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('release')
    .select(['app', 'id'])
    .where('collected_at', 'is', null)
    .execute()
  const known = new Set(rows.map(({ app, id }) => `${app}@${id}`))
  const served = getServedReleases(await readDiscovery(db)).map(({ app, id }) => `${app}@${id}`)
  const remotes = await db.selectFrom('remote').select(['name', 'stable', 'fallback']).execute()
  const named = remotes.flatMap(({ name, stable, fallback }) =>
    [stable, fallback].flatMap((id) => (id === null ? [] : [`${name}@${id}`])),
  )
  return [...new Set([...served, ...named])]
    .filter((release) => !known.has(release))
    .map((release) => `${release} is in use, but there is no record of it.`)
}
