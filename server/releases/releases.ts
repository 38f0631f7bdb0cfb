import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../app.ts'
import { isUnchanged } from '../caching/is-unchanged.ts'
import { requireToken } from '../tokens/access.ts'
import { listReleases } from './list-releases.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'
import { uploadCalls } from './upload-calls.ts'

/** The release document, the releases of a remote, and publishing one while the site runs. */
export async function releases(app: FastifyInstance, services: Services): Promise<void> {
  const { configuration, db, document } = services
  await sweepLeftovers(configuration.dataDir)

  /** `GET /-/discovery.json`: the same for every visitor, with its revision as ETag. */
  app.get(paths.discovery, async (request, reply) => {
    const current = document.read()
    const etag = `"${current.revision}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    return isUnchanged(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(current)
  })

  app.get<{ Params: { remote: string } }>(`${paths.publish}/:remote`, async (request, reply) => {
    await requireToken(db, request, 'read')
    return reply.header('cache-control', 'no-store').send(await listReleases(db, request.params.remote))
  })

  await app.register(uploadCalls, services)
}
