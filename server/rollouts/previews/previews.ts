import { paths } from '@portico/kit/paths.ts'
import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { CreatePreviewSchema } from '@portico/protocol/rollout/rollout-api.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { explainErrors } from '../../http/html/explain-errors.ts'
import { type Html, html } from '../../http/html/html.ts'
import { type SiteContext, sendSitePage } from '../../http/html/site-page.ts'
import { Problem } from '../../http/problems/errors.ts'
import { acceptForms } from '../../http/requests/accept-forms.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { requireSameOrigin } from '../../http/requests/require-same-origin.ts'
import type { Discovery } from '../../releases/changes/discovery.ts'
import { makeChange } from '../../releases/changes/make-change.ts'
import { findRelease, findReleaseRecord } from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-storage.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { previewChanges } from './preview-changes.ts'
import { createPreviewWriter, endPreviews } from './preview-cookie.ts'
import { type Preview, previewLifetimeMs, signPreview, verifyPreviews } from './preview-link.ts'
import { previewScript } from './preview-script.ts'
import { createPreviewedReleases } from './previewed-releases.ts'
import { revokePreviews, withoutRevoked } from './revoked-previews.ts'

/** A team may have its own repository, which has another command. */
const newLinkHint =
  'Create a new link with `npx --no-install portico preview`, or in the site’s repository with `npm run release -- preview`.'

const RemoteSchema = v.object({ remote: ReleaseRecordSchema.entries.remote })

interface LinkRoute {
  readonly Params: { readonly '*': string }
}

interface PreviewServices extends ReleaseStorage, SiteContext {
  readonly discovery: Discovery
}

/**
 * `POST /-/previews` creates a signed link, and several make one with ~ between them. The link asks for confirmation,
 * so that a link alone changes nobody's browser. After that, the page has a banner.
 */
export async function previews(app: FastifyInstance, services: PreviewServices): Promise<void> {
  const { configuration, db, discovery } = services
  const { secrets, publicUrl } = configuration
  const findReleases = createPreviewedReleases(db)
  const addPreviews = createPreviewWriter(configuration)
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

  app.register(async (scope) => {
    acceptForms(scope)
    explainErrors(scope, services)
    requireSameOrigin(scope, configuration)
    scope.get<LinkRoute>(`${paths.preview}*`, async (request, reply) => {
      const opened = await readLink(request.params['*'])
      return sendSitePage(
        services,
        { request, reply },
        { title: 'Show a preview?', body: renderQuestion(opened) },
      )
    })
    scope.post<LinkRoute>(`${paths.preview}*`, async (request, reply) => {
      const opened = await readLink(request.params['*'])
      const page = (await findPreviewed(opened[0]))?.pages.find(({ path }) => !hasParameters(path))
      addPreviews(request, reply, opened)
      return reply.redirect(page?.path ?? '/', 303)
    })
    scope.get(paths.previewEnd, async (request, reply) =>
      sendSitePage(services, { request, reply }, { title: 'End the preview?', body: endQuestion }),
    )
    scope.post(paths.previewEnd, async (_request, reply) => {
      endPreviews(reply, configuration)
      return reply.redirect('/', 303)
    })
  })

  async function readLink(text: string): Promise<readonly [Preview, ...Preview[]]> {
    const [first, ...others] = await withoutRevoked(db, verifyPreviews(text, secrets))
    if (first === undefined) throw new Problem('preview-expired', { hint: newLinkHint })
    return [first, ...others]
  }

  app.register(previewChanges, { services, findReleases })

  app.get(paths.previewScript, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(previewScript),
  )

  async function findPreviewed(preview: Preview) {
    const { remote, release, session } = preview
    if (session !== undefined) return (await findReleases([preview])).get(remote)
    return release === null
      ? discovery.read().remotes[remote]?.stable
      : findReleaseRecord(db, remote, release)
  }
}

const endQuestion = html`<p>This browser then shows what every visitor gets.</p>
<form method="post">
<button class="button" type="submit">End preview</button>
</form>
<p><a href="/">Cancel</a></p>`

function renderQuestion(previews: readonly Preview[]): Html {
  return html`<p>This link shows versions of the site in this browser that aren’t released yet:</p>
<ul>${previews.map(
    (preview) => html`
<li>${preview.remote}: ${describePreview(preview)}</li>`,
  )}
</ul>
<p>Continue only if you trust the person who sent it. A preview ends after eight hours, or when you choose “End preview”.</p>
<form method="post">
<button class="button" type="submit">Show preview</button>
</form>
<p><a href="/">Cancel</a></p>`
}

function describePreview({ release, session }: Preview): string {
  if (session !== undefined) return `the newest build of the development session ${session}`
  return release ?? 'each version in a test'
}
