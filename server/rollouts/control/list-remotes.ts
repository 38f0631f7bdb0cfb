import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import { getReleaseId, ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import type { RemoteDeployment } from '@portico/protocol/rollout/rollout-state.ts'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { parseRolloutState } from '../../releases/changes/parse-rollout-state.ts'

/** A remote, and everything about it that one row holds. */
interface ListedRemote extends Omit<RemoteDeployment, 'quarantined' | 'onceStable'> {
  readonly name: string
  readonly team: string
  /** Of the stable release; null: nobody knows. */
  readonly published: { readonly at: number; readonly by: string } | null
  /** Of the latest rollout; null: none yet. */
  readonly started: { readonly at: number; readonly by: string; readonly changedAt: number } | null
}

/**
 * The remotes of these names (null: all) that were ever published, in alphabetical order, each with its latest rollout: by two queries,
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
    const { name, team, stable, fallback, off, frozen, state, started_at, changed_at, started_by } = row
    const rollout = state === null ? null : parseRolloutState(state)
    return {
      ...{ name, team, stable, fallback, off, frozen, rollout },
      published: toAction(row.published_at, row.published_by),
      started:
        started_at === null
          ? null
          : { at: started_at, by: started_by ?? '', changedAt: changed_at ?? started_at },
    }
  })
  return [...deployed, ...(await listOthers(db, document, names))].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

/** Remotes without any change of their deployment: released before rollouts existed, or only published. */
async function listOthers(
  db: Db,
  { remotes }: DiscoveryDocument,
  names: readonly string[] | null,
): Promise<ListedRemote[]> {
  const newest = await db
    .selectFrom('release')
    .select(['app', 'record', 'published_at', 'published_by'])
    .where('app', '!=', 'shell')
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
    const released = remotes[name]
    const stable = released === undefined ? null : getReleaseId(released.stable)
    return {
      name,
      team,
      stable,
      fallback: null,
      off: null,
      frozen: null,
      rollout: null,
      published: null,
      started: null,
    }
  })
}

const TeamSchema = v.pipe(v.string(), v.parseJson(), v.object({ team: ReleaseRecordSchema.entries.team }))

function toAction(at: number | null, by: string | null): ListedRemote['published'] {
  return at === null || by === null ? null : { at, by }
}
