import { Readable } from 'node:stream'
import { paths } from '@portico/shared/paths.ts'
import { PublishQuerySchema } from '@portico/shared/release/release-api.ts'
import { ReleaseRecordSchema } from '@portico/shared/release/release-record.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Services } from '../../app.ts'
import { TooManyWaiting, takeTurns } from '../../http/concurrency-limiter.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { requireToken } from '../tokens/require-token.ts'
import { lingeringAnswer } from './drain-request.ts'
import { checkUpload, publishUpload } from './publish-release.ts'
import { maxPackedBytes, unpack } from './unpack-archive.ts'

const atOnce = 2 // each holds up to 60 MiB
const mostWaiting = 8
const retryAfterSeconds = 10

const { remote, version } = ReleaseRecordSchema.entries
const ParamsSchema = v.object({ remote, version })

/** `PUT /-/releases/{remote}/{version}` and `POST …/check`: a tar.gz of a built folder. */
export async function uploadCalls(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  const turns = takeTurns(atOnce, mostWaiting)
  app.removeAllContentTypeParsers()
  // The stream itself: it is read only once the call may be made at all.
  for (const type of ['application/gzip', 'application/x-gzip', 'application/octet-stream'])
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.getHeader('connection') !== 'close' || typeof payload !== 'string') return payload
    reply.header('content-length', Buffer.byteLength(payload))
    return lingeringAnswer(payload, request.raw)
  })

  const receive = async (request: FastifyRequest, reply: FastifyReply) => {
    const named = parseBody(ParamsSchema, request.params)
    const token = await requireToken(db, request, { verb: 'publish', remote: named.remote })
    if (Number(request.headers['content-length'] ?? 0) > maxPackedBytes)
      throw closing(reply, tooLarge(`the call names ${request.headers['content-length']} bytes`))
    const body = request.body instanceof Readable ? request.body : Readable.from([])
    const files = await unpack(body).catch((error: unknown) => {
      throw closing(reply, error)
    })
    return { ...named, files, by: token.name }
  }
  const inTurn = <T>(task: () => Promise<T>) =>
    turns(task).catch((error: unknown) => {
      if (error instanceof TooManyWaiting) throw new Problem('too-busy', { retryAfterSeconds })
      throw error
    })

  app.put(`${paths.publish}/:remote/:version`, { bodyLimit: maxPackedBytes }, async (request, reply) => {
    const told = parseBody(PublishQuerySchema, request.query)
    const published = await inTurn(async () => {
      const { by, ...upload } = await receive(request, reply)
      return publishUpload(services, upload, { by, ...told })
    })
    return reply.code(published.outcome === 'published' ? 201 : 200).send(published)
  })

  app.post(`${paths.publish}/:remote/:version/check`, { bodyLimit: maxPackedBytes }, (request, reply) =>
    inTurn(async () => (await checkUpload(db, await receive(request, reply))).report),
  )
}

function tooLarge(came: string): Problem {
  return new Problem('payload-too-large', {
    detail: `Expected an archive of at most ${maxPackedBytes} bytes; ${came}.`,
    hint: 'Leave out source maps and what no page needs.',
  })
}

// The rest of a refused upload is not read to its end: the connection closes with the answer.
function closing(reply: FastifyReply, error: unknown): unknown {
  reply.header('connection', 'close')
  return error
}
