import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { requireToken } from '../tokens/require-token.ts'
import { collectReleases } from './collect-releases.ts'
import { listReleases } from './list-releases.ts'

/** `GET /-/releases/{remote}` and `POST /-/releases/collect`: routes that need both releases and their rollouts. */
export async function lifecycle(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services

  app.get<{ Params: { remote: string } }>(`${paths.publish}/:remote`, async (request, reply) => {
    await requireToken(db, request, 'read')
    return reply.header('cache-control', 'no-store').send(await listReleases(db, request.params.remote))
  })

  app.post(`${paths.publish}/collect`, async (request) => {
    const { name } = await requireToken(db, request, 'admin')
    return { collected: await collectReleases(services, name) }
  })
}
