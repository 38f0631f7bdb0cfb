import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../app.ts'
import { isUnchanged } from '../caching/is-unchanged.ts'

/** `GET /-/discovery.json`: the release document, the same for every visitor, with its revision as ETag. */
export async function releases(app: FastifyInstance, { document }: Services): Promise<void> {
  app.get(paths.discovery, async (request, reply) => {
    const current = document.read()
    const etag = `"${current.revision}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    return isUnchanged(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(current)
  })
}
