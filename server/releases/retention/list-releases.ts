import type { RemoteReleases } from '@portico/protocol/publish/release-api.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { getActiveRollout } from '@portico/protocol/rollout/rollout-state.ts'
import * as v from 'valibot'
import { readDeployment } from '../changes/deployment-repository.ts'
import { readDiscovery } from '../changes/discovery-repository.ts'
import { createUnknownRemoteProblem, getTotalBytes } from '../storage/release-repository.ts'
import type { ReleaseStorage } from '../storage/release-storage.ts'
import { measureStorage } from '../uploads/check-quota.ts'

/** The releases of a remote, which of them visitors get, and what may be stored. Throws `remote-unknown`. */
export async function listReleases(
  { db, configuration: { remoteQuota } }: ReleaseStorage,
  remote: string,
): Promise<RemoteReleases> {
  const rows = await db
    .selectFrom('release')
    .selectAll()
    .where('app', '=', remote)
    .where('collected_at', 'is', null)
    .orderBy('published_at', 'desc')
    .execute()
  if (remote === 'shell' || rows.length === 0) throw createUnknownRemoteProblem(remote)
  const releases = rows.map(({ id, published_at, published_by, quarantined, record }) => {
    const parsed = v.parse(ReleaseRecordSchema, JSON.parse(record))
    const { version, hash, team } = parsed
    const listed = { id, version, hash, bytes: getTotalBytes(parsed), quarantined }
    return { team, listed: { ...listed, publishedAt: published_at, publishedBy: published_by } }
  })
  const deployment = await readDeployment(db, remote, await readDiscovery(db))
  const { stable, fallback, off, frozen } = deployment
  return {
    remote,
    team: releases[0]?.team ?? '',
    stable,
    fallback,
    canary: getActiveRollout(deployment)?.to ?? null,
    off,
    frozen,
    storage: {
      ...(await measureStorage(db, remote)),
      maxReleases: remoteQuota.releases,
      maxBytes: remoteQuota.bytes,
    },
    releases: releases.map(({ listed }) => listed),
  }
}
