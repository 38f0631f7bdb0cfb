import { paths, withoutAttempt } from '@portico/shared/paths.ts'
import { isServerOnly } from '@portico/shared/release/prerender.ts'
import type { FastifyInstance } from 'fastify'
import { recordServings } from '../../delivery/lifecycle/record-servings.ts'
import { canBeDictionary } from '../../delivery/storage/deltas.ts'
import { ensureLocal } from '../../delivery/storage/ensure-local.ts'
import { chooseEncoding } from '../../http/caching/choose-encoding.ts'
import { deltaEncoding, getDictionary } from '../../http/caching/get-dictionary.ts'
import { Problem } from '../../http/problems/errors.ts'
import { allowNothing } from '../../http/security-headers/security-headers.ts'
import type { Services } from '../../services.ts'
import { createFileCache, type FileAddress, isFileAddress } from './file-cache.ts'

const yearSeconds = 31_536_000
const immutable = `public, max-age=${yearSeconds}, immutable`

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
  app.get<{ Params: { app: string; id: string; '*': string } }>(
    `${paths.releases}/:app/:id/*`,
    async (request, reply) => {
      const { app: name, id, '*': path } = request.params
      const address = { app: name, id, file: withoutAttempt(path) }
      const file = isServerOnly(address.file)
        ? null
        : (cache.peek(address) ?? (await cache.read(address)) ?? (await download(address)))
      if (file === null) {
        throw new Problem('not-found', {
          detail: `There is no file ${path} of a release ${name}@${id}.`,
        })
      }
      servings.add(address)
      reply.header('cache-control', immutable).type(file.type)
      allowNothing(reply)
      // Files are public and loaded with CORS, so that browsers can check their integrity.
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
      if (!canBeDictionary(address.file)) reply.header('vary', 'accept-encoding')
      else {
        reply
          .header('vary', 'accept-encoding, available-dictionary')
          .header('use-as-dictionary', `match="${paths.releases}/${name}/:release/${address.file}"`)
        // A retry asks for the whole file: the delta may be what failed.
        const dictionary = path === address.file ? getDictionary(request.headers) : null
        const delta = dictionary && (await cache.readDelta(address, dictionary))
        if (delta) return reply.header('content-encoding', deltaEncoding).send(delta)
      }
      const encoding = chooseEncoding(request.headers['accept-encoding'], file.bodies)
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.send(file.bodies[encoding])
    },
  )
}
