import { paths } from '@portico/kit/paths.ts'
import type { RemoteReleases } from '@portico/protocol/publish/release-api.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { getActiveRollout } from '@portico/protocol/rollout/rollout-state.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { allowNothing } from '../../http/security-headers/security-headers.ts'
import { readDeployment } from '../changes/deployment-repository.ts'
import { readDiscovery } from '../changes/discovery-repository.ts'
import { createUnknownRemoteProblem, getTotalBytes, selectStored } from '../storage/release-repository.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { requireToken } from '../tokens/require-token.ts'
import { measureStorage } from '../uploads/check-quota.ts'
import { collectReleases } from './collect-releases.ts'
import { describeRelease, packStoredRelease } from './export-release.ts'
import { createDetailReader } from './read-release-detail.ts'

interface ReleaseParams {
  readonly remote: string
  readonly version: string
}

const { version, hash, files, team } = ReleaseRecordSchema.entries
/** Schema of what a list shows of a record; the shell's names no team. */
const ListedRecordSchema = v.object({ version, hash, files, team: v.optional(team, 'shell') })

/** `GET /-/releases/{remote}`, one release for another site, and `POST /-/releases/collect`: routes that need both releases and their rollouts. */
export async function releaseRoutes(app: FastifyInstance, services: ReleaseStorage): Promise<void> {
  const { db } = services

  app.get<{ Params: { remote: string } }>(`${paths.publish}/:remote`, async (request) => {
    const { remote } = request.params
    await requireToken(db, request, { verb: 'read', remote })
    return listReleases(services, remote)
  })

  const readDetail = createDetailReader(services)
  const addRead = (path: string, read: (address: ReleaseParams, reply: FastifyReply) => Promise<unknown>) =>
    app.get<{ Params: ReleaseParams }>(`${paths.publish}/:remote/:version${path}`, async (request, reply) => {
      await requireToken(db, request, { verb: 'read', remote: request.params.remote })
      return read(request.params, reply)
    })
  addRead('', ({ remote, version }) => describeRelease(services, remote, version))
  addRead('/detail', ({ remote, version }) => readDetail(remote, version))
  addRead('/archive', ({ remote, version }, reply) => {
    allowNothing(reply.type('application/gzip'))
    return packStoredRelease(services, remote, version)
  })

  app.post(`${paths.publish}/collect`, async (request) => {
    const actor = await requireToken(db, request, 'admin')
    return { collected: await collectReleases(services, actor) }
  })
}

/** The releases of a remote, which of them visitors get, and what may be stored. Throws `remote-unknown`. */
async function listReleases(
  { db, configuration: { remoteQuota } }: ReleaseStorage,
  remote: string,
): Promise<RemoteReleases> {
  const rows = await selectStored(db, remote).selectAll().execute()
  if (rows.length === 0) throw createUnknownRemoteProblem(remote)
  const releases = rows.map(({ id, published_at, published_by, quarantined, record }) => {
    const parsed = v.parse(ListedRecordSchema, JSON.parse(record))
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
