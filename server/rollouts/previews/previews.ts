import { paths } from '@portico/kit/paths.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { CreatePreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { parseBody } from '../../http/requests/parse-body.ts'
import { makeChange } from '../../releases/changes/make-change.ts'
import { findRelease } from '../../releases/storage/release-repository.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { previewChanges } from './preview-changes.ts'
import { previewLifetimeMs, signPreview } from './preview-link.ts'
import { type PreviewServices, previewLinks } from './preview-links.ts'
import { previewScript } from './preview-script.ts'
import { createPreviewedReleases } from './previewed-releases.ts'
import { revokePreviews } from './revoked-previews.ts'

const RemoteSchema = v.object({ remote: ReleaseRecordSchema.entries.remote })

/**
 * `POST /-/previews` creates a signed link, and several make one with ~ between them. The link asks for confirmation,
 * so that a link alone changes nobody's browser. After that, the page has a banner.
 */
export async function previews(app: FastifyInstance, services: PreviewServices): Promise<void> {
  const { configuration, db } = services
  const { secrets, publicUrl } = configuration
  const findReleases = createPreviewedReleases(db)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.post(paths.previews, async (request, reply) => {
    await requireToken(db, request, 'any')
    const { remote, version, session } = parseBody(CreatePreviewSchema, request.body)
    const actor = await requireToken(db, request, { verb: 'preview', remote })
    const source = session === undefined ? {} : { session }
    const preview = await makeChange(services, actor, async (change) => {
      const release = version === undefined ? null : await findRelease(change.trx, remote, version)
      change.audit({ what: 'preview.create', remote, after: { release, ...source } })
      return { remote, release, ...source, until: change.at + previewLifetimeMs }
    })
    const url = `${publicUrl}${paths.preview}${signPreview(preview, secrets)}`
    return reply.code(201).send({ url, expiresAt: preview.until })
  })

  app.delete(`${paths.previews}/:remote`, async (request, reply) => {
    const { remote } = parseBody(RemoteSchema, request.params)
    const actor = await requireToken(db, request, { verb: 'preview', remote })
    await makeChange(services, actor, async ({ trx, at, audit }) => {
      await revokePreviews(trx, remote, at)
      audit({ what: 'preview.revoke', remote })
    })
    return reply.code(204).send()
  })

  app.register(previewLinks, { services, findReleases })
  app.register(previewChanges, { services, findReleases })

  app.get(paths.previewScript, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(previewScript),
  )
}
