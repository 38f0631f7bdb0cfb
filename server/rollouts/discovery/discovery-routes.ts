import { createHash } from 'node:crypto'
import { paths } from '@portico/kit/paths.ts'
import type { DiscoveryDocument } from '@portico/protocol/discovery/discovery-document.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { chooseEncoding } from '../../http/caching/choose-encoding.ts'
import { createEncodedBodies } from '../../http/caching/compress.ts'
import { isNotModified } from '../../http/caching/is-not-modified.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { readRevision } from '../../releases/changes/discovery-repository.ts'
import { toFrontendDiscovery } from './to-frontend-discovery.ts'
import { toPublicDiscovery } from './to-public-discovery.ts'

const RevisionSchema = v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'expected a revision'), v.transform(Number))
const QuerySchema = v.object({ revision: v.optional(RevisionSchema) })

/** `GET /-/discovery.json`, the same for every visitor, with an ETag; `?revision=` for an earlier one. */
export async function discoveryRoutes(
  app: FastifyInstance,
  { db, discovery }: { readonly db: Db; readonly discovery: Discovery },
): Promise<void> {
  const encodeDocument = createEncodedBodies((document: DiscoveryDocument) =>
    toJson(toPublicDiscovery(document)),
  )
  const encodeFrontend = createEncodedBodies((document: DiscoveryDocument) =>
    toJson(toFrontendDiscovery(document)),
  )

  app.get(paths.discovery, async (request, reply) => {
    const { revision } = parseBody(QuerySchema, request.query)
    const document = revision === undefined ? discovery.read() : await requireRevision(db, revision)
    return send(request, reply, { document, encode: encodeDocument })
  })

  // Public, because readers of the open schema may be on another origin.
  app.get(paths.frontendDiscovery, async (request, reply) => {
    const document = discovery.read()
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
    return send(request, reply, { document, encode: encodeFrontend })
  })
}

type Encode = ReturnType<typeof createEncodedBodies<DiscoveryDocument>>

const toJson = (content: object) => Buffer.from(JSON.stringify(content))

async function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { document, encode }: { readonly document: DiscoveryDocument; readonly encode: Encode },
): Promise<FastifyReply> {
  const etag = getTag(document)
  reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  if (isNotModified(headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = chooseEncoding(headers['accept-encoding'], { br: true, gzip: true })
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('application/json; charset=utf-8').send(await encode(document, encoding))
}

const tags = new WeakMap<DiscoveryDocument, string>()

/** Weak, because it is the same for every encoding. After a restore, another document may have the same revision. */
function getTag(document: DiscoveryDocument): string {
  const known = tags.get(document)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(JSON.stringify(document)).digest('base64url').slice(0, 16)
  const tag = `W/"${document.revision}-${hash}"`
  tags.set(document, tag)
  return tag
}

async function requireRevision(db: Db, revision: number) {
  const document = await readRevision(db, revision)
  if (document !== null) return document
  throw new Problem('revision-unknown', { hint: 'The newest revision is the one in the last line of `log`.' })
}
