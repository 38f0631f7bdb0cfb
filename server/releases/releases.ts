import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../app.ts'
import { sweepLeftovers } from '../release-store/beside.ts'
import { requireToken } from '../tokens/access.ts'
import { collectReleases } from './collect-releases.ts'
import { discovery } from './discovery.ts'
import { startFillingStore } from './fill-store.ts'
import { listReleases } from './list-releases.ts'
import { uploadCalls } from './upload-calls.ts'

/** The release document, the releases of a remote, and publishing one while the site runs. */
export async function releases(app: FastifyInstance, services: Services): Promise<void> {
  const { configuration, db } = services
  await sweepLeftovers(configuration.dataDir)

  discovery(app, services)

  app.get<{ Params: { remote: string } }>(`${paths.publish}/:remote`, async (request, reply) => {
    await requireToken(db, request, 'read')
    return reply.header('cache-control', 'no-store').send(await listReleases(db, request.params.remote))
  })

  app.post(`${paths.publish}/collect`, async (request) => {
    const { name } = await requireToken(db, request, 'admin')
    return { collected: await collectReleases(services, name) }
  })

  await app.register(uploadCalls, services)
  app.addHook('onClose', startFillingStore(services, { log: app.log }))
}
