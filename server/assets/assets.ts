import { paths } from '@portico/shared/paths.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../app.ts'
import { Problem } from '../errors.ts'
import { chooseEncoding } from './choose-encoding.ts'
import { openFileMemory } from './file-memory.ts'

const yearSeconds = 31_536_000
const immutable = `public, max-age=${yearSeconds}, immutable`

/** `GET /r/<app>/<version>-<hash8>/<file>`: files of releases; `~<attempt>/` before the file is another address of it. */
export async function assets(app: FastifyInstance, { configuration }: Services): Promise<void> {
  const memory = openFileMemory(configuration.dataDir)
  app.get<{ Params: { app: string; id: string; '*': string } }>(
    `${paths.releases}/:app/:id/*`,
    async (request, reply) => {
      const { app: name, id, '*': wanted } = request.params
      const file = await memory.read({ app: name, id, file: wanted.replace(/^~\d{1,3}\//, '') })
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
