import { paths } from '@portico/shared/paths.ts'
import { hasParameters } from '@portico/shared/release/page-paths.ts'
import { CreatePreviewSchema } from '@portico/shared/rollout/rollout-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLocalRequest } from '../../http/network/local-request.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import type { Services } from '../../services.ts'
import { makeChange } from '../changes/make-change.ts'
import { findRelease, findReleaseRecord } from '../storage/release-repository.ts'
import { requireToken } from '../tokens/require-token.ts'
import { readLocalRelease } from './local-release.ts'
import { parseLocalSource } from './local-source.ts'
import { readPreviews, setPreviews } from './preview-cookie.ts'
import { type Preview, signPreview, verifyPreview } from './preview-link.ts'

const lifetimeMs = 8 * 3_600_000 // a working day, so that a link that is passed on expires by tomorrow

/** `POST /-/previews` creates a signed link; a browser that opens it gets that release, with a banner. */
export async function previews(app: FastifyInstance, services: Services): Promise<void> {
  const { configuration, db, discovery } = services
  const { secrets, publicUrl } = configuration
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.post(paths.previews, async (request, reply) => {
    await requireToken(db, request, 'read')
    const { remote, version, from } = parseBody(CreatePreviewSchema, request.body)
    const { name: by } = await requireToken(db, request, { verb: 'preview', remote })
    const local = from === undefined ? {} : { from: await resolveLocalSource(request, remote, from) }
    const preview = await makeChange(services, async (change) => {
      const release = version === undefined ? null : await findRelease(change.trx, remote, version)
      change.audit({ by, what: 'preview.create', remote, after: { release, ...local } })
      return { remote, release, ...local, until: change.at + lifetimeMs }
    })
    const url = `${publicUrl}${paths.preview}${signPreview(preview, secrets)}`
    return reply.code(201).send({ url, expiresAt: preview.until })
  })

  app.get<{ Params: { '*': string } }>(`${paths.preview}*`, async (request, reply) => {
    const preview = verifyPreview(request.params['*'], secrets)
    if (preview === null)
      throw new Problem('preview-expired', { hint: 'Create a new link with npm run release -- preview.' })
    const others = readPreviews(request, secrets).filter(({ remote }) => remote !== preview.remote)
    const page = (await findPreviewed(preview, request))?.pages.find(({ path }) => !hasParameters(path))
    setPreviews(reply, [...others, preview], configuration)
    return reply.redirect(page?.path ?? '/', 303)
  })

  app.get(paths.previewEnd, async (_request, reply) => {
    setPreviews(reply, [], configuration)
    return reply.redirect('/', 303)
  })

  async function findPreviewed({ remote, release, from }: Preview, request: FastifyRequest) {
    if (from !== undefined)
      return isLocalRequest(request, configuration) ? (await readLocalRelease(remote, from)).release : null
    return release === null
      ? discovery.read().remotes[remote]?.stable
      : findReleaseRecord(db, remote, release)
  }

  /** The normalized address. Throws `preview-not-local` or `preview-source-invalid`. */
  async function resolveLocalSource(
    request: FastifyRequest,
    remote: string,
    address: string,
  ): Promise<string> {
    if (!isLocalRequest(request, configuration))
      throw new Problem('preview-not-local', {
        detail: `HOST is ${configuration.host}, PUBLIC_URL is ${publicUrl}.`,
        hint: 'Run the site on your own machine (npm start), or publish the release and preview that.',
      })
    const from = parseLocalSource(address)
    const { problem } = await readLocalRelease(remote, from)
    if (problem === null) return from
    throw new Problem('preview-source-invalid', {
      detail: `${problem}.`,
      hint: 'Build the remote and serve the folder that contains its release.json.',
    })
  }
}
