import { uploadLimits } from '@portico/shared/api/image-upload.ts'
import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { createConcurrencyLimiter, QueueFullError } from '../http/concurrency-limiter.ts'
import { Problem } from '../http/problems/errors.ts'
import { createRateLimits, type RateLimits, throwIfExceeded } from '../http/rate-limits.ts'
import type { Services } from '../services.ts'
import { createResponse, type SandboxResponse } from './create-response.ts'
import { getBuiltInImage } from './images/built-in-images.ts'
import { createImageSource } from './images/image-source.ts'
import { readRequest } from './read-request.ts'
import { createReleasedApiReader } from './released-api.ts'
import { validateRequest } from './validate-request.ts'

const atOnce = 2 // pictures are work for a processor; the site's pages come first
const mostWaiting = 20
const busySeconds = 2

/**
 * The sandbox of the provider's API, where the site's owner has configured no base: `GET` and `POST /-/sandbox/`, and
 * its built-in pictures. It answers what the stable release of a remote describes.
 */
export async function sandbox(app: FastifyInstance, services: Services): Promise<void> {
  if (services.site.apiBase !== null) return
  const { configuration } = services
  const limits = createRateLimits(services)
  const readApi = createReleasedApiReader(services)
  const inTurn = createConcurrencyLimiter(atOnce, mostWaiting)
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const options = { bodyLimit: uploadLimits.maxBytes }
  app.route({
    method: ['GET', 'POST'],
    url: paths.sandbox,
    ...options,
    async handler(request, reply) {
      await countCall(limits, request.ip, reply)
      const { operations, exampleImages } = await readApi()
      const { call, picture } = readRequest(request)
      const operation = validateRequest(call, operations)
      const { fields: values } = call
      const { publicUrl } = configuration
      const source = createImageSource({ values, upload: picture, exampleImages, publicUrl })
      return send(reply, await inTurn(() => createResponse({ operation, values, source })).catch(refuseBusy))
    },
  })
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: paths.sandbox,
    async handler() {
      throw new Problem('method-not-allowed', {
        detail: 'The sandbox takes GET and POST.',
        allow: 'GET, POST',
      })
    },
  })
  app.get<{ Params: { name: string } }>(`${paths.sandbox}pictures/:name.png`, async (request, reply) => {
    const picture = await getBuiltInImage(request.params.name)
    if (picture === null) throw new Problem('not-found')
    return reply.header('cache-control', 'no-cache').type('image/png').send(picture)
  })
}

async function countCall(limits: RateLimits, address: string, reply: FastifyReply): Promise<void> {
  const standing = await limits.standing('sandbox', address).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return null // turns alone hold it back then
    throw error
  })
  if (standing === null) return
  reply.headers({
    'ratelimit-limit': standing.most,
    'ratelimit-remaining': Math.max(0, standing.left),
    'ratelimit-reset': standing.resetSeconds,
  })
  throwIfExceeded([standing])
}

function refuseBusy(error: unknown): never {
  if (error instanceof QueueFullError)
    throw new Problem('server-busy', { retryAfterSeconds: busySeconds, cause: error })
  throw error
}

function send(reply: FastifyReply, { type, body, fileName, isComputed }: SandboxResponse): FastifyReply {
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return reply
    .header('cache-control', 'no-store')
    .header('x-sandbox', isComputed ? 'computed' : 'sample')
    .type(type)
    .send(body)
}
