import { paths } from '@portico/kit/paths.ts'
import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import { ReleaseRecordSchema } from '@portico/protocol/release/release-record.ts'
import { CreatePreviewSchema, type LocalKeySchema } from '@portico/protocol/rollout/rollout-api.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { explainErrors } from '../../http/html/explain-errors.ts'
import { type Html, html } from '../../http/html/html.ts'
import { type SiteContext, sendSitePage } from '../../http/html/site-page.ts'
import { createLocalProof } from '../../http/network/local-proof.ts'
import { isLocalRequest } from '../../http/network/local-request.ts'
import { Problem } from '../../http/problems/errors.ts'
import { acceptForms } from '../../http/requests/accept-forms.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { requireSameOrigin } from '../../http/requests/require-same-origin.ts'
import type { Discovery } from '../../releases/changes/discovery.ts'
import { makeChange } from '../../releases/changes/make-change.ts'
import { findRelease, findReleaseRecord } from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-storage.ts'
import { requireToken } from '../../releases/tokens/require-token.ts'
import { readLocalRelease } from './local-release.ts'
import { parseLocalSource } from './local-source.ts'
import { previewChanges } from './preview-changes.ts'
import { createPreviewWriter, endPreviews } from './preview-cookie.ts'
import { type Preview, previewLifetimeMs, signPreview, verifyPreviews } from './preview-link.ts'
import { previewScript } from './preview-script.ts'
import { createPreviewedReleases } from './previewed-releases.ts'
import { revokePreviews, withoutRevoked } from './revoked-previews.ts'

/** A team may have its own repository, which has another command. */
const newLinkHint =
  'Create a new link with `npx --no-install portico preview`, or in the site’s repository with `npm run release -- preview`.'

const KeySchema = v.object({ key: v.optional(v.string()) })
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
  const proof = createLocalProof(configuration, 'preview-not-local')
  app.addHook('onClose', proof.stop)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.post(paths.previews, async (request, reply) => {
    await requireToken(db, request, 'any')
    const { remote, version, from, key, session } = parseBody(CreatePreviewSchema, request.body)
    const actor = await requireToken(db, request, { verb: 'preview', remote })
    const source = {
      ...(from !== undefined && { from: await resolveLocalSource(request, remote, { from, key }) }),
      ...(session !== undefined && { session }),
    }
    const preview = await makeChange(services, actor, async (change) => {
      const release = version === undefined ? null : await findRelease(change.trx, remote, version)
      change.audit({ what: 'preview.create', remote, after: { release, ...source } })
      return { remote, release, ...source, until: change.at + previewLifetimeMs }
    })
    const url = `${publicUrl}${paths.preview}${signPreview(preview, secrets)}`
    return reply.code(201).send({ url, expiresAt: preview.until })
  })

  // Otherwise whoever may create previews could probe the ports of a server whose proxy looks like this machine.
  app.get(paths.localKey, async (request, reply) => {
    requireLocalRequest(request)
    const { key } = parseBody(KeySchema, request.query)
    if (proof.isKey(key)) return { key } satisfies v.InferOutput<typeof LocalKeySchema>
    return reply.redirect(await proof.getAddress(request.hostname, paths.localKey), 303)
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
      const page = (await findPreviewed(opened[0], request))?.pages.find(({ path }) => !hasParameters(path))
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

  async function findPreviewed(preview: Preview, request: FastifyRequest) {
    const { remote, release, from, session } = preview
    if (session !== undefined) return (await findReleases([preview])).get(remote)
    if (from !== undefined)
      return isLocalRequest(request, configuration) ? (await readLocalRelease(remote, from)).release : null
    return release === null
      ? discovery.read().remotes[remote]?.stable
      : findReleaseRecord(db, remote, release)
  }

  function requireLocalRequest(request: FastifyRequest): void {
    if (isLocalRequest(request, configuration)) return
    throw new Problem('preview-not-local', {
      detail: `HOST is ${configuration.host}, PUBLIC_URL is ${publicUrl}.`,
      hint: 'Run the site on your own machine (npm start), or publish the release and preview that.',
    })
  }

  /** The normalized address. Throws `preview-not-local` or `preview-source-invalid`. */
  async function resolveLocalSource(
    request: FastifyRequest,
    remote: string,
    { from: address, key }: { readonly from: string; readonly key: string | undefined },
  ): Promise<string> {
    requireLocalRequest(request)
    if (!proof.isKey(key))
      throw new Problem('preview-not-local', {
        detail: `Expected the key of this machine, got ${key === undefined ? 'none' : 'another one'}.`,
        hint: `Run the command on the machine of the site, in a version that knows GET ${paths.localKey}.`,
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

function describePreview({ release, from, session }: Preview): string {
  if (from !== undefined) return `the build at ${from}`
  if (session !== undefined) return `the newest build of the development session ${session}`
  return release ?? 'each version in a test'
}
