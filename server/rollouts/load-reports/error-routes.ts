import { paths } from '@portico/kit/paths.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { parseBody } from '../../http/requests/parse-body.ts'
import {
  createUnknownRemoteProblem,
  findRelease,
  isKnownRemote,
} from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { startLocatingErrors } from './locate-errors.ts'
import { readErrors } from './read-errors.ts'

interface ErrorsRequest {
  readonly Params: { readonly remote: string }
}

const QuerySchema = v.object({ release: v.optional(v.pipe(v.string(), v.maxLength(80))) })

/** `GET /-/remotes/{remote}/errors?release=`: what the releases of a remote have thrown in the browsers of visitors. */
export async function errorRoutes(app: FastifyInstance, services: ReleaseStorage): Promise<void> {
  const { db } = services
  app.addHook(
    'onClose',
    startLocatingErrors(services, (error) => app.log.error({ err: error }, 'sources of errors')),
  )
  app.get<ErrorsRequest>(`${paths.remotes}/:remote/errors`, async (request) => {
    const { remote } = request.params
    await requireToken(db, request, { verb: 'read', remote })
    const { release } = parseBody(QuerySchema, request.query)
    if (!(await isKnownRemote(db, remote))) throw createUnknownRemoteProblem(remote)
    const id = release === undefined ? undefined : await findRelease(db, remote, release)
    return { errors: await readErrors(db, { remote, release: id }) }
  })
}
