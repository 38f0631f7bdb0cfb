import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../app.ts'
import { discovery } from '../discovery/discovery-routes.ts'
import { collectReleases } from '../lifecycle/collect-releases.ts'
import { listReleases } from '../lifecycle/list-releases.ts'
import { sweepLeftovers } from '../storage/temporary-path.ts'
import { requireToken } from '../tokens/require-token.ts'
import { startFillingStore } from './backfill-store.ts'
import { uploadCalls } from './upload-routes.ts'

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
