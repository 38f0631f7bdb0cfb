import type { RemoteReleases } from '@portico/shared/release/release-api.ts'
import { ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import { getActiveRollout } from '@portico/shared/rollout/rollout-state.ts'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { readDocument } from '../discovery/discovery-repository.ts'
import { bytesOf } from '../releases/publish-release.ts'
import { readStaging } from '../rollouts/deployment-repository.ts'

/** Everything that is known of a remote's releases. Throws `remote-unknown`. */
export async function listReleases(db: Kysely<Tables>, remote: string): Promise<RemoteReleases> {
  const rows = await db
    .selectFrom('release')
    .selectAll()
    .where('app', '=', remote)
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute()
  if (remote === 'shell' || rows.length === 0) throw unknownRemote(remote)
  const releases = rows.map(({ id, published_at, published_by, quarantined, record }) => {
    const parsed = v.parse(ReleaseRecordSchema, JSON.parse(record))
    const { version, hash, team } = parsed
    const listed = { id, version, hash, bytes: bytesOf(parsed), quarantined }
    return { team, listed: { ...listed, publishedAt: published_at, publishedBy: published_by } }
  })
  const staging = await readStaging(db, remote, await readDocument(db))
  const { stable, fallback, off, frozen } = staging
  return {
    remote,
    team: releases[0]?.team ?? '',
    stable,
    fallback,
    canary: getActiveRollout(staging)?.to ?? null,
    off,
    frozen,
    releases: releases.map(({ listed }) => listed),
  }
}

/** The error for a remote that nothing was ever published of. */
export function unknownRemote(remote: string): Problem {
  return new Problem('remote-unknown', {
    detail: `Nothing was ever published of a remote "${remote.slice(0, 40)}".`,
    hint: 'GET /-/discovery.json has the remotes there are; publish a first release of a new one.',
  })
}
