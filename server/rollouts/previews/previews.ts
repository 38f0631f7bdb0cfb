import { setTimeout as wait } from 'node:timers/promises'
import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import { paths } from '@portico/kit/paths.ts'
import { CreatePreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { parseBody } from '../../http/requests/parse-body.ts'
import { makeChange } from '../../releases/changes/make-change.ts'
import { findRelease } from '../../releases/storage/release-repository.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { readPreviews } from './preview-cookie.ts'
import { previewLifetimeMs, signPreview } from './preview-link.ts'
import { type PreviewOptions, type PreviewServices, previewLinks } from './preview-links.ts'
import { describeDevReleases, previewScript } from './preview-script.ts'
import { createPreviewedReleases } from './previewed-releases.ts'
import { revokePreviews, withoutRevoked } from './revoked-previews.ts'

const RemoteSchema = v.object({ remote: AppNameSchema })

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

/** Shorter than what proxies allow. */
const holdMs = 2_000
/** Between two looks into the database, through which servers learn of each other's builds. */
const checkMs = 40

const QuerySchema = v.object({ shown: v.fallback(v.string(), '') })

/**
 * `GET /-/preview-changes?shown=<builds>`: the newest builds of this browser's development sessions. Waits for up to two
 * seconds while they are those that the page shows, so that a new build is known at once and not with the next poll.
 */
async function previewChanges(
  app: FastifyInstance,
  { services: { configuration, db }, findReleases }: PreviewOptions,
): Promise<void> {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.get(paths.previewChanges, async (request) => {
    const { shown } = v.parse(QuerySchema, request.query)
    const previews = readPreviews(request, configuration)
    const until = performance.now() + holdMs
    for (;;) {
      const current = await withoutRevoked(db, previews)
      const sessions = current.filter(({ session }) => session !== undefined)
      const newest = describeDevReleases((await findReleases(sessions)).previewed)
      const isNews = newest !== shown || sessions.length === 0
      if (isNews || isStopping || request.raw.socket.destroyed || performance.now() >= until)
        return { shown: newest }
      await wait(checkMs)
    }
  })
}
