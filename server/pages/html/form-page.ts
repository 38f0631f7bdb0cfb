import { getReleaseFolder } from '@portico/kit/paths.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { fill } from '@portico/protocol/template/fill.ts'
import { getSignInOrigins } from '../../accounts/oauth/sign-in-providers.ts'
import type { RenderForm } from '../../accounts/rendered-form.ts'
import type { ReadProfile } from '../../accounts/sessions/read-profile.ts'
import type { Db } from '../../database/tables.ts'
import { Html, html } from '../../http/html/html.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { createVisitorReader } from '../../rollouts/selection/read-visitor.ts'
import { selectReleases } from '../../rollouts/selection/select-releases.ts'
import { findRendering, showsProfile } from '../prerendered/find-rendering.ts'
import { readNext } from '../selection/read-next.ts'
import { findPage } from '../seo/find-page.ts'
import { getPageMetadata } from '../seo/get-page-metadata.ts'
import { type MetadataServices, openMetadataSource } from '../seo/metadata-source.ts'
import { fillForm } from '../template/fill-form.ts'
import { startsSignIn } from './make-page.ts'
import { renderTag } from './render-tag.ts'

interface FormServices extends MetadataServices {
  readonly db: Db
  readonly discovery: Discovery
  readonly readProfile: ReadProfile
}

/**
 * Renders the page of a form that the browser itself has sent, with the result, from the template that the remote's build has
 * prerendered. null: the visitor may not see the page, or it isn't prerendered.
 */
export function createFormRenderer(services: FormServices): RenderForm {
  const readVisitor = createVisitorReader(services)
  const sources = openMetadataSource(services)
  return async (request, { address, state, result }) => {
    const document = services.discovery.read()
    const { remotes } = selectReleases(document, await readVisitor(request))
    const matched = findPage(remotes, address.replace(/\?.*$/s, ''), sources)
    if (matched === null || document.shell === null) return null
    const next = readNext(matched, address, remotes)
    const rendering = findRendering({ matched, shell: document.shell, state, address, next })
    const { remote, page } = matched
    const { version, hash } = remote.release
    if (!rendering?.page) return null
    const profile = showsProfile(page) ? await services.readProfile(request) : null
    if (showsProfile(page) && profile === null) return null
    const values = { next, profile, filter: null, page: [], isInNoScript: false }
    const filled = sources.templates.read({ app: remote.name, version, hash }, rendering.page.html, values)
    if (filled === null) return null
    const { form, parts } = fillForm(filled, result)
    const folder = getReleaseFolder(remote.name, getReleaseId(remote.release))
    return {
      title: getPageMetadata(matched, address, sources).title,
      head: html`${page.css.map((file) => new Html(renderTag('link rel="stylesheet"', 'href', folder, file)))}`,
      body: new Html(fill(parts, { ...values, form }).join('')),
      formOrigins: startsSignIn(filled) ? getSignInOrigins(services.configuration) : [],
    }
  }
}
