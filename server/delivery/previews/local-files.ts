import { extname } from 'node:path'
import { paths } from '@portico/shared/paths.ts'
import { fileNameShape } from '@portico/shared/release/release-file.ts'
import type { FastifyInstance } from 'fastify'
import { mediaTypes } from '../../http/media-types.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { Services } from '../../services.ts'
import { fetchLocal, isLocalRequest, LocalSourceError } from './local-source.ts'
import { readPreviews } from './preview-cookie.ts'

/**
 * `GET /-/local/<remote>/<file>`: a file of a remote under development, for the one browser that was given a preview of
 * it. It comes through the site, so that the page's policy stays as it is.
 */
export async function localFiles(
  app: FastifyInstance,
  { configuration }: Pick<Services, 'configuration'>,
): Promise<void> {
  app.get<{ Params: { remote: string; '*': string } }>(`${paths.local}:remote/*`, async (request, reply) => {
    const { remote, '*': wanted } = request.params
    const file = wanted.replace(/^~\d{1,3}\//, '')
    const from = isLocalRequest(request, configuration)
      ? readPreviews(request, configuration.secret).find((one) => one.remote === remote)?.from
      : undefined
    const type = mediaTypes[extname(file)]
    if (from === undefined || type === undefined || !fileNameShape.test(file)) throw new Problem('not-found')
    const body = await fetchLocal(from, file).catch((cause: unknown) => {
      if (cause instanceof LocalSourceError) throw new Problem('not-found', { detail: cause.message, cause })
      throw cause
    })
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}
