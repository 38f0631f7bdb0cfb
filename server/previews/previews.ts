import { paths } from '@portico/shared/paths.ts'
import { NewPreviewSchema } from '@portico/shared/rollout/calls.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../app.ts'
import { parseBody } from '../calls/parse-body.ts'
import { Problem } from '../errors.ts'
import { makeChange } from '../events/make-change.ts'
import { findRelease } from '../rollouts/change-remote.ts'
import { readRecord } from '../rollouts/staging-store.ts'
import { requireToken } from '../tokens/access.ts'
import { previewCookie, previewsIn } from './preview-cookie.ts'
import { readPreview, signPreview } from './preview-link.ts'

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
    const { remote, version } = parseBody(NewPreviewSchema, request.body)
    const { name: by } = await requireToken(db, request, { verb: 'preview', remote })
    const preview = await makeChange(db, async (change) => {
      const release = version === undefined ? null : await findRelease(change, remote, version)
      change.tell({ by, what: 'preview.create', remote, after: { release } })
      return { remote, release, until: change.at + lifeMs }
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
    const released = document.read().remotes[preview.remote]?.stable
    const shown = preview.release === null ? released : await readRecord(db, preview.remote, preview.release)
    const page = shown?.pages.find(({ path }) => !/[:*]/.test(path))
    return reply
      .header('set-cookie', previewCookie([...others, preview], configuration))
      .redirect(page?.path ?? '/', 303)
  })

  app.get(paths.previewEnd, async (_request, reply) =>
    reply.header('set-cookie', previewCookie([], configuration)).redirect('/', 303),
  )
}
