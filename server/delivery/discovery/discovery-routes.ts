import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Services } from '../../app.ts'
import type { Tables } from '../../database/tables.ts'
import { isUnchanged } from '../../http/caching/is-unchanged.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { readRevision } from './discovery-repository.ts'
import { openDiscovery } from './to-open-discovery.ts'

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'expected a revision'), v.transform(Number))
const QuerySchema = v.object({ revision: v.optional(wholeNumber) })

/** `GET /-/discovery.json`, the same for every visitor, with its revision as ETag; `?revision=` an earlier one. */
export function discovery(app: FastifyInstance, { db, document }: Pick<Services, 'db' | 'document'>): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, body: object, revision: number) => {
    const etag = `"${revision}"`
    reply.header('etag', etag).header('cache-control', 'no-cache')
    return isUnchanged(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body)
  }

  app.get(paths.discovery, async (request, reply) => {
    const { revision } = parseBody(QuerySchema, request.query)
    const wanted = revision === undefined ? document.read() : await earlier(db, revision)
    return answer(request, reply, wanted, wanted.revision)
  })

  // Public: whoever reads the open schema may be of another origin.
  app.get(paths.frontendDiscovery, async (request, reply) => {
    const current = document.read()
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return answer(request, reply, openDiscovery(current), current.revision)
  })
}

async function earlier(db: Kysely<Tables>, revision: number) {
  const found = await readRevision(db, revision)
  if (found !== null) return found
  throw new Problem('revision-unknown', { hint: 'GET /-/discovery.json has the newest revision.' })
}
