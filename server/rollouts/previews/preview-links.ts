import { paths } from '@portico/kit/paths.ts'
import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import type { FastifyInstance } from 'fastify'
import { explainErrors } from '../../http/html/explain-errors.ts'
import { type Html, html } from '../../http/html/html.ts'
import { type SiteContext, sendSitePage } from '../../http/html/site-page.ts'
import { Problem } from '../../http/problems/errors.ts'
import { acceptForms } from '../../http/requests/accept-forms.ts'
import { requireSameOrigin } from '../../http/requests/require-same-origin.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { findReleaseRecord } from '../../releases/storage/release-repository.ts'
import type { ReleaseStorage } from '../../releases/storage/release-store.ts'
import { createPreviewWriter, endPreviews } from './preview-cookie.ts'
import { type Preview, verifyPreviews } from './preview-link.ts'
import type { createPreviewedReleases } from './previewed-releases.ts'
import { withoutRevoked } from './revoked-previews.ts'

/** A team may have its own repository, which has another command. */
const newLinkHint =
  'Create a new link with `npx --no-install portico preview`, or in the site’s repository with `npm run release -- preview`.'

interface LinkRoute {
  readonly Params: { readonly '*': string }
}

export interface PreviewServices extends ReleaseStorage, SiteContext {
  readonly discovery: Discovery
}

export interface PreviewOptions {
  readonly services: PreviewServices
  readonly findReleases: ReturnType<typeof createPreviewedReleases>
}

/** The pages that ask for confirmation before this browser shows a preview, or ends it. */
export async function previewLinks(
  scope: FastifyInstance,
  { services, findReleases }: PreviewOptions,
): Promise<void> {
  const { configuration, db, discovery } = services
  const addPreviews = createPreviewWriter(configuration)
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

  async function readLink(text: string): Promise<readonly [Preview, ...Preview[]]> {
    const [first, ...others] = await withoutRevoked(db, verifyPreviews(text, configuration.secrets))
    if (first === undefined) throw new Problem('preview-expired', { hint: newLinkHint })
    return [first, ...others]
  }

  async function findPreviewed(preview: Preview) {
    const { remote, release, session } = preview
    if (session !== undefined) return (await findReleases([preview])).previewed.get(remote)
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
