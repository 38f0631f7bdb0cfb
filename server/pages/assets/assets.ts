import { paths, withoutAttempt } from '@portico/shared/paths.ts'
import { isServerOnly } from '@portico/shared/release/prerender.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { recordServings } from '../../delivery/lifecycle/record-servings.ts'
import { ensureLocal } from '../../delivery/storage/ensure-local.ts'
import { chooseEncoding } from '../../http/caching/choose-encoding.ts'
import { deltaEncoding, getDictionary } from '../../http/caching/get-dictionary.ts'
import { Problem } from '../../http/problems/errors.ts'
import { andThen } from '../../http/requests/and-then.ts'
import type { Services } from '../../services.ts'
import { createFileCache, type FileAddress, isFileAddress, type StoredFile } from './file-cache.ts'

/** `GET /r/<app>/<version>-<hash8>/<file>`: release files; `~<attempt>/` before the file makes another URL for a retry. */
export async function assets(app: FastifyInstance, { configuration, db }: Services): Promise<void> {
  const cache = createFileCache(configuration.dataDir)
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

  app.get<{ Params: { app: string; id: string; '*': string } }>(
    `${paths.releases}/:app/:id/*`,
    (request, reply) => {
      const { app: name, id, '*': path } = request.params
      const address = { app: name, id, file: withoutAttempt(path) }
      return andThen(cache.peek(address) ?? find(address), (file) => {
        if (file === null)
          throw new Problem('not-found', {
            detail: `There is no file ${path} of a release ${name}@${id}.`,
          })
        servings.add(address)
        reply.headers(file.headers)
        // A retry asks for the whole file: the delta may be what failed.
        const dictionary = path === address.file ? getDictionary(request.headers) : null
        const delta = dictionary === null ? null : cache.readDelta(address, dictionary)
        return andThen(delta, (delta) =>
          delta === null
            ? sendWhole(reply, file, request.headers['accept-encoding'])
            : reply.header('content-encoding', deltaEncoding).send(delta),
        )
      })
    },
  )
}

function sendWhole(
  reply: FastifyReply,
  { bodies }: Pick<StoredFile, 'bodies'>,
  accepted: string | undefined,
): FastifyReply {
  const encoding = chooseEncoding(accepted, bodies)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bodies[encoding])
}
