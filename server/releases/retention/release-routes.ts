import { paths } from '@portico/kit/paths.ts'
import type { FastifyInstance } from 'fastify'
import { allowNothing } from '../../http/security-headers/security-headers.ts'
import type { ReleaseStorage } from '../storage/release-storage.ts'
import { requireToken } from '../tokens/require-token.ts'
import { collectReleases } from './collect-releases.ts'
import { describeRelease, packStoredRelease } from './export-release.ts'
import { listReleases } from './list-releases.ts'

/** `GET /-/releases/{remote}`, one release for another site, and `POST /-/releases/collect`: routes that need both releases and their rollouts. */
export async function releaseRoutes(app: FastifyInstance, services: ReleaseStorage): Promise<void> {
  const { db } = services

  app.get<{ Params: { remote: string } }>(`${paths.publish}/:remote`, async (request, reply) => {
    const { remote } = request.params
    await requireToken(db, request, { verb: 'read', remote })
    return reply.header('cache-control', 'no-store').send(await listReleases(services, remote))
  })

  app.get<{ Params: { remote: string; version: string } }>(
    `${paths.publish}/:remote/:version`,
    async (request, reply) => {
      const { remote, version } = request.params
      await requireToken(db, request, { verb: 'read', remote })
      return reply.header('cache-control', 'no-store').send(await describeRelease(services, remote, version))
    },
  )

  app.get<{ Params: { remote: string; version: string } }>(
    `${paths.publish}/:remote/:version/archive`,
    async (request, reply) => {
      const { remote, version } = request.params
      await requireToken(db, request, { verb: 'read', remote })
      allowNothing(reply)
      reply.header('cache-control', 'no-store').type('application/gzip')
      return reply.send(await packStoredRelease(services, remote, version))
    },
  )

  app.post(`${paths.publish}/collect`, async (request) => {
    const actor = await requireToken(db, request, 'admin')
    return { collected: await collectReleases(services, actor) }
  })
}
