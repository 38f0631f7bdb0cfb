import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { listApps } from '@portico/protocol/discovery/list-apps.ts'
import { getReleaseId, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { Db, Tables } from '../../database/tables.ts'

/** A remote, and everything about it that one row holds. */
interface ListedRemote extends Omit<Selectable<Tables['remote']>, 'rollout'> {
  /** Of the stable release; null: nobody knows. */
  readonly published: { readonly at: number; readonly by: string } | null
  /** Its latest rollout, with its state as JSON; null: none yet. */
  readonly latest: {
    readonly state: string
    readonly startedAt: number
    readonly startedBy: string
    readonly changedAt: number
  } | null
}

/**
 * The remotes, and the shell, of these names (null: all) that were ever published, in alphabetical order, each with its latest rollout: by two queries,
 * however many there are.
 */
export async function listRemotes(
  db: Db,
  document: DiscoveryDocument,
  names: readonly string[] | null,
): Promise<ListedRemote[]> {
  const rows = await db
    .selectFrom('remote')
    .leftJoin('rollout', 'rollout.id', 'remote.rollout')
    .leftJoin('release', (join) =>
      join.onRef('release.app', '=', 'remote.name').onRef('release.id', '=', 'remote.stable'),
    )
    .select(['name', 'team', 'stable', 'fallback', 'off', 'frozen'])
    .select(['state', 'started_at', 'changed_at', 'started_by', 'published_at', 'published_by'])
    .$if(names !== null, (query) => query.where('name', 'in', names ?? []))
    .execute()
  const deployed = rows.map((row): ListedRemote => {
    const { name, team, stable, fallback, off, frozen, state, published_at: at, published_by: by } = row
    const { started_at: startedAt, started_by: startedBy, changed_at: changedAt } = row
    const hasRollout = state !== null && startedAt !== null && startedBy !== null && changedAt !== null
    return {
      ...{ name, team, stable, fallback, off, frozen },
      published: at === null || by === null ? null : { at, by },
      latest: hasRollout ? { state, startedAt, startedBy, changedAt } : null,
    }
  })
  return [...deployed, ...(await listOthers(db, document, names))].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

/** Remotes without any change of their deployment: released before rollouts existed, or only published. */
async function listOthers(
  db: Db,
  document: DiscoveryDocument,
  names: readonly string[] | null,
): Promise<ListedRemote[]> {
  const newest = await db
    .selectFrom('release')
    .select(['app', 'record', 'published_at', 'published_by'])
    .where('app', 'not in', (query) => query.selectFrom('remote').select('name'))
    .where('published_at', '=', (query) =>
      query
        .selectFrom('release as other')
        .select(({ fn }) => fn.max('other.published_at').as('last'))
        .whereRef('other.app', '=', 'release.app'),
    )
    .$if(names !== null, (query) => query.where('app', 'in', names ?? []))
    .execute()
  const teams = new Map(newest.map(({ app, record }) => [app, v.parse(TeamSchema, record).team]))
  return [...teams].map(([name, team]) => {
    const released = listApps(document)[name]
    const stable = released === undefined ? null : getReleaseId(released.stable)
    return { ...nothing, name, team, stable }
  })
}

const nothing = { fallback: null, off: null, frozen: null, published: null, latest: null }
const TeamSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ team: v.optional(ReleaseRecordSchema.entries.team, 'shell') }),
)
