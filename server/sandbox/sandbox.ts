import { uploadLimits } from '@portico/shared/api/image-upload.ts'
import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../app.ts'
import { isAway } from '../database/database-unavailable.ts'
import { TooManyWaiting, takeTurns } from '../http/concurrency-limiter.ts'
import { Problem } from '../http/problems/errors.ts'
import { type CallLimits, makeCallLimits, refuseAbove } from '../http/rate-limits/rate-limits.ts'
import { type Answer, answerCall } from './create-response.ts'
import { builtInPicture } from './images/built-in-images.ts'
import { pictureSource } from './images/image-source.ts'
import { readCall } from './read-request.ts'
import { followReleasedApi } from './released-api.ts'
import { judgeCall } from './validate-request.ts'

const atOnce = 2 // pictures are work for a processor; the site's pages come first
const mostWaiting = 20
const busySeconds = 2

/**
 * The sandbox of the provider's API, where the site's owner has configured no base: `GET` and `POST /-/sandbox/`, and
 * its built-in pictures. It answers what the stable release of a remote describes.
 */
export async function provider(app: FastifyInstance, services: Services): Promise<void> {
  if (services.site.apiBase !== null) return
  const { configuration } = services
  const limits = makeCallLimits(services)
  const readApi = followReleasedApi(services)
  const inTurn = takeTurns(atOnce, mostWaiting)
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const options = { bodyLimit: uploadLimits.maxBytes }
  app.route({
    method: ['GET', 'POST'],
    url: paths.sandbox,
    ...options,
    async handler(request, reply) {
      await countCall(limits, request.ip, reply)
      const { operations, examplePictures } = await readApi()
      const { call, picture } = readCall(request)
      const operation = judgeCall(call, operations)
      const { fields: values } = call
      const { publicUrl } = configuration
      const source = pictureSource({ values, upload: picture, examplePictures, publicUrl })
      return send(reply, await inTurn(() => answerCall({ operation, values, source })).catch(refuseBusy))
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
    const picture = await builtInPicture(request.params.name)
    if (picture === null) throw new Problem('not-found')
    return reply.header('cache-control', 'no-cache').type('image/png').send(picture)
  })
}

async function countCall(limits: CallLimits, address: string, reply: FastifyReply): Promise<void> {
  const standing = await limits.standing('sandbox', address).catch((error: unknown) => {
    if (isAway(error)) return null // turns alone hold it back then
    throw error
  })
  if (standing === null) return
  reply.headers({
    'ratelimit-limit': standing.most,
    'ratelimit-remaining': Math.max(0, standing.left),
    'ratelimit-reset': standing.resetSeconds,
  })
  refuseAbove([standing])
}

function refuseBusy(error: unknown): never {
  if (error instanceof TooManyWaiting)
    throw new Problem('too-busy', { retryAfterSeconds: busySeconds, cause: error })
  throw error
}

function send(reply: FastifyReply, { type, body, fileName, isComputed }: Answer): FastifyReply {
  if (fileName !== undefined) reply.header('content-disposition', `attachment; filename="${fileName}"`)
  return reply
    .header('cache-control', 'no-store')
    .header('x-sandbox', isComputed ? 'computed' : 'sample')
    .type(type)
    .send(body)
}
