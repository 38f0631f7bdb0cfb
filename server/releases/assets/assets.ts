import type { IncomingHttpHeaders } from 'node:http'
import { paths, withoutAttempt } from '@portico/kit/paths.ts'
import { isServerOnly } from '@portico/protocol/release/prerender.ts'
import type { FastifyInstance } from 'fastify'
import { readRange } from '../../http/caching/byte-range.ts'
import {
  chooseEncoding,
  deltaEncoding,
  type Encoding,
  getDictionary,
} from '../../http/caching/choose-encoding.ts'
import { isNotModified } from '../../http/caching/is-not-modified.ts'
import type { Answer } from '../../http/direct/answer.ts'
import type { DirectRoute, DirectRoutes } from '../../http/direct/direct-routes.ts'
import { createHeaderLists, toHeaderList } from '../../http/direct/header-lists.ts'
import { Problem } from '../../http/problems/errors.ts'
import { andThen } from '../../http/requests/and-then.ts'
import type { GetSecurityHeaders } from '../../http/security-headers/security-headers.ts'
import { recordServings } from '../retention/record-servings.ts'
import { ensureLocal } from '../storage/ensure-local.ts'
import type { ReleaseStorage } from '../storage/release-store.ts'
import { createFileCache, type FileAddress, isFileAddress, type StoredFile } from './file-cache.ts'
import { createWorkerPolicies } from './worker-policies.ts'

interface AssetServices extends ReleaseStorage {
  readonly direct: DirectRoutes
  readonly getSecurityHeaders: GetSecurityHeaders
}

/** `GET /r/<app>/<version>-<hash8>/<file>`: release files; `~<attempt>/` before the file makes another URL for a retry. Of media also parts. */
export async function assets(
  app: FastifyInstance,
  { configuration, db, direct, getSecurityHeaders }: AssetServices,
): Promise<void> {
  const findWorkerPolicy = createWorkerPolicies(db, configuration)
  const cache = createFileCache({ dataDir: configuration.dataDir, findWorkerPolicy })
  const servings = recordServings(db, (error) => app.log.error({ err: error }, 'served releases'))
  app.addHook('onClose', servings.stop)
  // An open tab may need a release that this machine has never served.
  const download = async (address: FileAddress) => {
    if (configuration.releaseStore === null || !isFileAddress(address)) return null
    const isLocal = await ensureLocal({ db, configuration }, address).catch((cause: unknown) => {
      throw new Problem('not-ready', {
        detail: 'The files of this release are temporarily unavailable.',
        cause,
      })
    })
    return isLocal ? cache.read(address) : null
  }
  const find = async (address: FileAddress) =>
    isServerOnly(address.file) ? null : ((await cache.read(address)) ?? (await download(address)))

  const { answerWhole, answerEncoded, answerUnchanged } = createAnswers(getSecurityHeaders)

  app.get<DirectRoute>(
    `${paths.releases}/:app/:id/*`,
    direct.handle(({ headers, method }, { app: name = '', id = '', '*': path = '' }) => {
      const address = { app: name, id, file: withoutAttempt(path) }
      return andThen(cache.peek(address) ?? find(address), (file) => {
        if (file === null)
          throw new Problem('not-found', {
            detail: `There is no file ${path} of a release ${name}@${id}.`,
          })
        servings.add(address)
        const { etag } = file.headers
        if (etag !== undefined && isNotModified(headers['if-none-match'], etag)) return answerUnchanged(file)
        const range = method === 'GET' ? readFileRange(file, headers) : null
        if (range !== null) return answerRange(file, range, getSecurityHeaders())
        // A retry asks for the whole file: the delta may be what failed.
        const dictionary = path === address.file ? getDictionary(headers) : null
        const delta = dictionary === null ? null : cache.readDelta(address, dictionary)
        return andThen(delta, (delta) =>
          delta === null
            ? answerWhole(file, headers['accept-encoding'])
            : answerEncoded(file, deltaEncoding, delta),
        )
      })
    }),
  )
}

function createAnswers(getSecurityHeaders: GetSecurityHeaders) {
  const listHeaders = createHeaderLists(getSecurityHeaders)
  const answerEncoded = (
    file: StoredFile,
    encoding: Encoding | typeof deltaEncoding,
    body: Buffer,
  ): Answer => {
    const headers = listHeaders({ owner: file, name: encoding, length: body.length }, () => ({
      ...file.headers,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    }))
    return { status: 200, headers, body }
  }
  return {
    answerEncoded,
    answerWhole(file: StoredFile, accepted: string | undefined): Answer {
      const encoding = chooseEncoding(accepted, file.bodies)
      return answerEncoded(file, encoding, file.bodies[encoding] ?? file.bodies.identity)
    },
    answerUnchanged: (file: StoredFile): Answer => ({
      status: 304,
      headers: listHeaders({ owner: file, name: 'unchanged', length: null }, () => file.headers),
      body: null,
    }),
  }
}

/** The part of a file that a request asks for; null: the whole file. */
function readFileRange({ bodies, headers }: StoredFile, requested: IncomingHttpHeaders) {
  if (headers['accept-ranges'] === undefined) return null
  return readRange(requested, { length: bodies.identity.length, etag: headers.etag })
}

function answerRange(
  { bodies: { identity }, headers }: StoredFile,
  range: NonNullable<ReturnType<typeof readFileRange>>,
  common: ReturnType<GetSecurityHeaders>,
): Answer {
  const isPart = range !== 'unsatisfiable'
  const body = isPart ? identity.subarray(range.first, range.last + 1) : null
  const own = {
    ...headers,
    ...(!isPart && { 'cache-control': 'no-store' }),
    'content-range': `bytes ${isPart ? `${range.first}-${range.last}` : '*'}/${identity.length}`,
    'content-length': `${body?.length ?? 0}`,
  }
  return { status: isPart ? 206 : 416, headers: toHeaderList({ ...common, ...own }), body }
}
