import { Readable } from 'node:stream'
import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import { paths } from '@portico/kit/paths.ts'
import { PublishQuerySchema } from '@portico/protocol/publish/release-api.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../../database/tables.ts'
import { createConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { readDiscovery } from '../changes/discovery-repository.ts'
import type { Actor } from '../changes/make-change.ts'
import { readPathClaims } from '../compatibility/path-claims.ts'
import { readLiveRemotes, readShell } from '../compatibility/shell-compatibility.ts'
import { checkOriginFiles } from '../origins/check-origin-files.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { StoreUnavailableError } from '../storage/s3-bucket.ts'
import { removeAbandonedFiles } from '../storage/temporary-path.ts'
import { requireToken } from '../tokens/require-token.ts'
import { startBackfill } from './backfill-store.ts'
import { respondThenDrain } from './drain-request.ts'
import { checkRelease, createRefusal, publishRelease } from './publish-release.ts'
import { readUpload } from './read-upload.ts'
import { createTooLarge, maxPackedBytes, receiveArchive } from './receive-archive.ts'
import { unpackArchive } from './unpack-archive.ts'
import { measureUploads, uploadBytes } from './upload-metrics.ts'
import { createUploadSlots } from './upload-slots.ts'
import type { ValidationContext } from './validate-release.ts'

const concurrency = 2 // each unpacked archive holds up to 60 MiB

const uploadRoute = { bodyLimit: maxPackedBytes, config: { hasOwnDeadlines: true } } as const

const { version } = ReleaseRecordSchema.entries
const ParamsSchema = v.object({ remote: AppNameSchema, version })

type Upload = ReturnType<typeof readUpload>
type HandleUpload<T> = (
  upload: Upload,
  options: { readonly actor: Actor; readonly context: ValidationContext },
) => Promise<T>

/** `PUT /-/releases/{remote}/{version}` validates and publishes a tar.gz of a built folder; `POST …/check` only validates. */
export async function releases(app: FastifyInstance, services: ReleaseStorage): Promise<void> {
  const { db, configuration } = services
  await removeAbandonedFiles(configuration.dataDir)
  const withSlot = createUploadSlots()
  // Only complete archives are unpacked, so a stalled upload never delays another one here.
  const limitUnpacking = createConcurrencyLimiter(concurrency)
  measureUploads(app)
  acceptArchives(app)

  /** Receives an archive in a slot of its team, then calls `handle`. */
  const receive = async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    handle: HandleUpload<T>,
  ): Promise<T> => {
    const address = parseBody(ParamsSchema, request.params)
    const actor = await requireToken(db, request, { verb: 'publish', remote: address.remote })
    if (Number(request.headers['content-length'] ?? 0) > maxPackedBytes)
      throw closeConnection(reply, createTooLarge(`the request has ${request.headers['content-length']}`))
    const body = request.body instanceof Readable ? request.body : Readable.from([])
    return withSlot({ token: actor, remote: address.remote }, async () => {
      const packed = await receiveArchive(body, configuration.uploadDeadlines)
      uploadBytes.inc(packed.length)
      const unpack = <R>(use: (upload: Upload, context: ValidationContext) => Promise<R>) =>
        limitUnpacking(async () =>
          use(readUpload(await unpackArchive(packed), address), await readValidationContext(services)),
        )
      const first = await unpack(async (upload, context) => {
        const elsewhere = await findFilesElsewhere(db, upload, context)
        return elsewhere === null ? { result: await handle(upload, { actor, context }) } : { elsewhere }
      })
      if (first.elsewhere === undefined) return first.result
      // No archive is being unpacked here, so a slow origin delays no other upload.
      const originFiles = await checkOriginFiles(first.elsewhere, configuration)
      return unpack((upload, context) => handle(upload, { actor, context: { ...context, originFiles } }))
    }).catch((error: unknown) => {
      throw body.readableEnded ? error : closeConnection(reply, error)
    })
  }

  app.put(`${paths.publish}/:remote/:version`, uploadRoute, async (request, reply) => {
    const query = parseBody(PublishQuerySchema, request.query)
    const result = await receive(request, reply, async (upload, options) => {
      if ('findings' in upload) throw createRefusal(upload)
      return publishRelease(services, upload, { ...options, ...query }).catch(explainFailure(request.log))
    })
    return reply.code(result.outcome === 'published' ? 201 : 200).send(result)
  })

  app.post(`${paths.publish}/:remote/:version/check`, uploadRoute, (request, reply) =>
    receive(request, reply, async (upload, { context }) =>
      'findings' in upload ? upload : checkRelease(db, upload, { context }),
    ),
  )

  app.addHook('onClose', startBackfill(services, { log: app.log }))
}

function acceptArchives(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // The stream itself, so that nothing is read before the token is checked.
  for (const type of ['application/gzip', 'application/x-gzip', 'application/octet-stream'])
    app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))

  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.getHeader('connection') !== 'close' || typeof payload !== 'string') return payload
    reply.header('content-length', Buffer.byteLength(payload))
    return respondThenDrain(payload, request.raw)
  })
}

/** The record of a release whose files are on another origin as well, if everything else about it is valid. */
async function findFilesElsewhere(db: Db, upload: Upload, context: ValidationContext) {
  if ('findings' in upload || upload.build.kind === 'shell') return null
  const { baseUrl, ...record } = upload.build.record
  if (baseUrl === undefined) return null
  const { isOk } = await checkRelease(db, upload, { context: { ...context, originFiles: null } })
  return isOk ? { ...record, baseUrl } : null
}

/** What a release of this site is validated against now, except its files on another origin. */
export async function readValidationContext({
  db,
  configuration: access,
}: ReleaseStorage): Promise<ValidationContext> {
  const document = await readDiscovery(db)
  const [shell, remotes] = [await readShell(db, document), await readLiveRemotes(db, document)]
  return { claims: await readPathClaims(db, document), shell, remotes, access }
}

function explainFailure(log: FastifyBaseLogger) {
  return (err: unknown): never => {
    if (!(err instanceof StoreUnavailableError)) throw err
    log.error({ err }, 'release store')
    throw new Problem('not-ready', {
      detail: 'The release store does not respond, or loses data.',
      hint: 'Nothing was published. The site’s log has the reason: tell its operator, and try again later.',
      cause: err,
    })
  }
}

// The rest of a rejected upload isn't read, so the connection closes after the response.
function closeConnection(reply: FastifyReply, error: unknown): unknown {
  reply.header('connection', 'close')
  return error
}
