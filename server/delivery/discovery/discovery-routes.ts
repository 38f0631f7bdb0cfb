import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../database/tables.ts'
import { isNotModified } from '../../http/caching/is-not-modified.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { Services } from '../../services.ts'
import { readRevision } from './discovery-repository.ts'
import { toFrontendDiscovery } from './to-frontend-discovery.ts'

const RevisionSchema = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'expected a revision'), v.transform(Number))
const QuerySchema = v.object({ revision: v.optional(RevisionSchema) })

/** `GET /-/discovery.json`, the same for every visitor, with its revision as ETag; `?revision=` for an earlier one. */
export async function discoveryRoutes(
  app: FastifyInstance,
  { db, discovery }: Pick<Services, 'db' | 'discovery'>,
): Promise<void> {
  const send = (request: FastifyRequest, reply: FastifyReply, body: object, revision: number) => {
    const etag = `"${revision}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    return isNotModified(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
  }

  app.get(paths.discovery, async (request, reply) => {
    const { revision } = parseBody(QuerySchema, request.query)
    const document = revision === undefined ? discovery.read() : await requireRevision(db, revision)
    return send(request, reply, document, document.revision)
  })

  // Public, because readers of the open schema may be on another origin.
  app.get(paths.frontendDiscovery, async (request, reply) => {
    const document = discovery.read()
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return send(request, reply, toFrontendDiscovery(document), document.revision)
  })
}

async function requireRevision(db: Kysely<Tables>, revision: number) {
  const document = await readRevision(db, revision)
  if (document !== null) return document
  throw new Problem('revision-unknown', { hint: 'GET /-/discovery.json returns the newest revision.' })
}
