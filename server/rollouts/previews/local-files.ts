import { extname } from 'node:path'
import { fileNameShape } from '@portico/kit/contract/release-file.ts'
import { paths, withoutAttempt } from '@portico/kit/paths.ts'
import { mediaTypes } from '@portico/protocol/release/media-types.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { isLocalRequest } from '../../http/network/local-request.ts'
import { Problem } from '../../http/problems/errors.ts'
import { allowNothing } from '../../http/security-headers/security-headers.ts'
import { fetchLocal, LocalSourceError } from './local-source.ts'
import { readPreviews } from './preview-cookie.ts'

/**
 * `GET /-/local/<remote>/<file>`: a file of a remote under development, for browsers that preview it. Proxied by the site,
 * so that the page's Content-Security-Policy stays the same.
 */
export async function localFiles(
  app: FastifyInstance,
  { configuration }: { readonly configuration: Configuration },
): Promise<void> {
  app.get<{ Params: { remote: string; '*': string } }>(`${paths.local}:remote/*`, async (request, reply) => {
    const { remote, '*': path } = request.params
    const file = withoutAttempt(path)
    const from = isLocalRequest(request, configuration)
      ? readPreviews(request, configuration).find((one) => one.remote === remote)?.from
      : undefined
    const type = mediaTypes[extname(file)]
    if (from === undefined || type === undefined || !fileNameShape.test(file)) throw new Problem('not-found')
    const body = await fetchLocal(from, file).catch((cause: unknown) => {
      if (cause instanceof LocalSourceError) throw new Problem('not-found', { detail: cause.message, cause })
      throw cause
    })
    allowNothing(reply)
    return reply.header('cache-control', 'no-store').type(type).send(body)
  })
}
