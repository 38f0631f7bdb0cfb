import { paths } from '@portico/shared/paths.ts'
import { CreatePreviewSchema } from '@portico/shared/rollout/rollout-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../app.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { makeChange } from '../changes/make-change.ts'
import { findRelease } from '../rollouts/change-remote.ts'
import { readRecord } from '../rollouts/deployment-repository.ts'
import { requireToken } from '../tokens/require-token.ts'
import { lookAtLocal } from './local-release.ts'
import { isFromHere, parseLocalSource } from './local-source.ts'
import { previewCookie, previewsIn } from './preview-cookie.ts'
import { type Preview, readPreview, signPreview } from './preview-link.ts'

const lifeMs = 8 * 3_600_000 // a working day: a link that wanders further is over tomorrow

/** `POST /-/previews` makes a signed link; opening it shows its release to that browser, with a banner. */
export async function previews(
  app: FastifyInstance,
  { configuration, db, document }: Services,
): Promise<void> {
  const { secret, publicUrl } = configuration
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.post(paths.previews, async (request, reply) => {
    await requireToken(db, request, 'read')
    const { remote, version, from } = parseBody(CreatePreviewSchema, request.body)
    const { name: by } = await requireToken(db, request, { verb: 'preview', remote })
    const local = from === undefined ? {} : { from: await localSource(request, remote, from) }
    const preview = await makeChange(db, async (change) => {
      const release = version === undefined ? null : await findRelease(change, remote, version)
      change.tell({ by, what: 'preview.create', remote, after: { release, ...local } })
      return { remote, release, ...local, until: change.at + lifeMs }
    })
    const url = `${publicUrl}${paths.preview}${signPreview(preview, secret)}`
    return reply.code(201).send({ url, expiresAt: preview.until })
  })

  app.get<{ Params: { '*': string } }>(`${paths.preview}*`, async (request, reply) => {
    const preview = readPreview(request.params['*'], secret)
    if (preview === null)
      throw new Problem('preview-over', { hint: 'Ask for a new link: npm run release -- preview.' })
    const others = previewsIn(request.headers.cookie, secret).filter(
      ({ remote }) => remote !== preview.remote,
    )
    const page = (await shownBy(preview, request))?.pages.find(({ path }) => !/[:*]/.test(path))
    return reply
      .header('set-cookie', previewCookie([...others, preview], configuration))
      .redirect(page?.path ?? '/', 303)
  })

  app.get(paths.previewEnd, async (_request, reply) =>
    reply.header('set-cookie', previewCookie([], configuration)).redirect('/', 303),
  )

  async function shownBy({ remote, release, from }: Preview, request: FastifyRequest) {
    if (from !== undefined)
      return isFromHere(request, configuration) ? (await lookAtLocal(remote, from)).release : null
    return release === null ? document.read().remotes[remote]?.stable : readRecord(db, remote, release)
  }

  /** The address as it was understood. Throws `preview-not-local`, `preview-source-refused`. */
  async function localSource(request: FastifyRequest, remote: string, named: string): Promise<string> {
    if (!isFromHere(request, configuration))
      throw new Problem('preview-not-local', {
        detail: `HOST is ${configuration.host}, PUBLIC_URL is ${publicUrl}.`,
        hint: 'Run the site on your own machine (npm start), or publish the release and preview that.',
      })
    const from = parseLocalSource(named)
    const { problem } = await lookAtLocal(remote, from)
    if (problem === null) return from
    throw new Problem('preview-source-refused', {
      detail: `${problem}.`,
      hint: 'Build the remote, and serve the folder that holds its release.json.',
    })
  }
}
