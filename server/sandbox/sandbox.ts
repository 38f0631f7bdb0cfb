import { uploadLimits } from '@portico/kit/api/image-upload.ts'
import { paths } from '@portico/kit/paths.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Configuration } from '../configuration/configuration.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import type { Db } from '../database/tables.ts'
import { createConcurrencyLimiter, QueueFullError } from '../http/concurrency-limiter.ts'
import { Problem } from '../http/problems/errors.ts'
import { createRateLimits, throwIfExceeded } from '../http/rate-limits.ts'
import type { Discovery } from '../releases/changes/discovery-repository.ts'
import type { SandboxResponse } from './create-response.ts'
import { createReleasedApiReader } from './released-api.ts'
import { readRequest, validateRequest } from './validate-request.ts'

// The libraries for images and phone numbers take tens of megabytes, which a site without such requests saves.
const loadImages = () => import('./images/image-source.ts')
const loadBuiltIn = () => import('./images/built-in-images.ts')
const loadResponses = () => import('./create-response.ts')

const concurrency = 2 // images need CPU time, and the site's pages come first
const maxQueued = 20
const retryAfterSeconds = 2
const rateLimits = { sandbox: { address: [{ max: 120, windowMs: 60_000 }], account: [] } }

type SandboxLimits = ReturnType<typeof createRateLimits<'sandbox'>>

interface SandboxServices {
  readonly configuration: Configuration
  readonly db: Db
  readonly site: Site
  readonly discovery: Discovery
}

/**
 * A sandbox for the documented API if the owner hasn't configured its base URL: `GET` and `POST /-/sandbox/`, and built-in
 * images. It serves the operations that a remote's stable release describes.
 */
export async function sandbox(app: FastifyInstance, services: SandboxServices): Promise<void> {
  if (services.site.apiBase !== null) return
  const { configuration } = services
  const limits = createRateLimits(services, rateLimits)
  const readApi = createReleasedApiReader(services)
  const limit = createConcurrencyLimiter(concurrency, maxQueued)
  // What clients send for images, also those that don't know better: the first bytes decide.
  const imageTypes = [...uploadLimits.types, 'image/jpg', 'application/octet-stream']
  app.addContentTypeParser(imageTypes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const options = { bodyLimit: uploadLimits.maxBytes }
  app.route({
    method: ['GET', 'POST'],
    url: paths.sandbox,
    ...options,
    async handler(request, reply) {
      await countRequest(limits, request.ip, reply)
      const { operations, exampleImages } = await readApi()
      const { request: parsed, image } = readRequest(request)
      const operation = validateRequest(parsed, operations)
      const { fields: values } = parsed
      const { publicUrl } = configuration
      const { createImageSource } = await loadImages()
      const { createResponse } = await loadResponses()
      const source = createImageSource({ values, upload: image, exampleImages, publicUrl })
      return send(
        reply,
        await limit(() => createResponse({ operation, values, source })).catch(toBusyProblem),
      )
    },
  })
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: paths.sandbox,
    async handler() {
      throw new Problem('method-not-allowed', {
        detail: 'The sandbox accepts GET and POST.',
        allow: 'GET, POST',
      })
    },
  })
  app.get<{ Params: { name: string } }>(`${paths.sandbox}images/:name.png`, async (request, reply) => {
    const image = await (await loadBuiltIn()).getBuiltInImage(request.params.name)
    if (image === null) throw new Problem('not-found')
    return reply.header('cache-control', 'no-cache').type('image/png').send(image)
  })
}

async function countRequest(limits: SandboxLimits, address: string, reply: FastifyReply): Promise<void> {
  const status = await limits.getStatus('sandbox', address).catch((error: unknown) => {
    if (isDatabaseUnavailable(error)) return null // the concurrency limit alone applies then
    throw error
  })
  if (status === null) return
  reply.headers({
    'ratelimit-limit': status.max,
    'ratelimit-remaining': Math.max(0, status.remaining),
    'ratelimit-reset': status.resetSeconds,
  })
  throwIfExceeded([status])
}

function toBusyProblem(error: unknown): never {
  if (error instanceof QueueFullError) throw new Problem('server-busy', { retryAfterSeconds, cause: error })
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
