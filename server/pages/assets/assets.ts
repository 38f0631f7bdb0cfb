import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import { ensureLocal } from '../../delivery/storage/ensure-local.ts'
import { chooseEncoding } from '../../http/caching/choose-encoding.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { Services } from '../../services.ts'
import { createFileCache, type FileAddress, isFileAddress } from './file-cache.ts'

const yearSeconds = 31_536_000
const immutable = `public, max-age=${yearSeconds}, immutable`

/** `GET /r/<app>/<version>-<hash8>/<file>`: files of releases; `~<attempt>/` before the file is another address of it. */
export async function assets(app: FastifyInstance, { configuration, db }: Services): Promise<void> {
  const memory = createFileCache(configuration.dataDir)
  // An open tab asks for a release that this machine has never served.
  const fetched = async (address: FileAddress) => {
    if (configuration.releaseStore === null || !isFileAddress(address)) return null
    const isBrought = await ensureLocal({ db, configuration }, address).catch((cause: unknown) => {
      throw new Problem('not-ready', { detail: 'The files of this release cannot be fetched now.', cause })
    })
    return isBrought ? memory.read(address) : null
  }
  app.get<{ Params: { app: string; id: string; '*': string } }>(
    `${paths.releases}/:app/:id/*`,
    async (request, reply) => {
      const { app: name, id, '*': wanted } = request.params
      const address = { app: name, id, file: wanted.replace(/^~\d{1,3}\//, '') }
      const file = (await memory.read(address)) ?? (await fetched(address))
      if (file === null) {
        throw new Problem('not-found', {
          detail: `No release ${name}@${id} with a file ${wanted} is stored here.`,
        })
      }
      const encoding = chooseEncoding(request.headers['accept-encoding'], file.bodies)
      reply.header('cache-control', immutable).header('vary', 'accept-encoding').type(file.type)
      // Files are public and read with CORS, so that integrity can be checked.
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      return reply.send(file.bodies[encoding])
    },
  )
}
