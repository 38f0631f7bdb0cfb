import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import type { VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { PrerenderMark } from '@portico/protocol/release/prerender.ts'
import { getReleaseId, type ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import { type SiteLayout, SiteLayoutSchema } from '@portico/protocol/release/site-layout.ts'
import { compile } from '@portico/protocol/template/compile.ts'
import { fill } from '@portico/protocol/template/fill.ts'
import { readTemplate } from '@portico/protocol/template/read-template.ts'
import { escapeHtml } from '@portico/protocol/template/rich-text-html.ts'
import type { APIRequestContext } from 'playwright-core'
import * as v from 'valibot'
import type { BuiltRelease } from '../built-release.ts'
import type { PrerenderedRoot } from './insert-release.ts'
import type { PageExample } from './list-examples.ts'

/** The site that a page is opened in, and for whom. */
interface Surroundings {
  readonly request: APIRequestContext
  readonly site: Site
  readonly state: VisitorState
}

/**
 * The prerendered page in the layout of the site, as the site would send it. null: the build has not prerendered it for this visitor, it
 * shows the owner's content or the visitor's profile, which only the server has, or the site is older and shows no layout.
 */
export async function renderPrerendered(
  example: PageExample,
  { folder, record }: BuiltRelease,
  { request, site, state }: Surroundings,
): Promise<PrerenderedRoot | null> {
  const { page, address } = example
  const rendering = findRendering(record, example, state)
  if (rendering === undefined) return null
  const response = await request.get(
    `${paths.layout}?${new URLSearchParams({ visitor: state, path: address })}`,
  )
  if (!response.ok()) return null
  const { before, after, ...owner } = v.parse(SiteLayoutSchema, await response.json())
  const parts = compile(readTemplate(readFileSync(join(folder, rendering.html.file), 'utf8')))
  const values = { owner: { ...owner, site }, page: [], next: null, profile: null, filter: null, form: null }
  const html = fill(parts, { ...values, isInNoScript: false }).join('')
  const from = record.baseUrl ?? getReleaseFolder(record.remote, getReleaseId(record))
  const head = page.css.map(
    ({ file, integrity }) =>
      `<link rel="stylesheet" href="${from}${file}" integrity="${integrity}" crossorigin="anonymous">`,
  )
  const mark: PrerenderMark = {
    remote: record.remote,
    path: page.path,
    visitor: state,
    canHydrate: true,
    year: owner.year,
  }
  return { head: head.join(''), root: `${openRoot(mark, owner)}${before}${html}${after}</div>` }
}

function openRoot(
  mark: PrerenderMark,
  { publicUrl, signInWith }: Pick<SiteLayout, 'publicUrl' | 'signInWith'>,
): string {
  const attributes = {
    'data-public-url': publicUrl,
    'data-sign-in-with': signInWith.join(' '),
    'data-prerendered': JSON.stringify(mark),
  }
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
  return `<div id="root"${written.join('')}>`
}

type Rendering = NonNullable<ReleaseRecord['prerendered']>['pages'][number]

function findRendering(
  { prerendered }: ReleaseRecord,
  { page, address }: PageExample,
  state: VisitorState,
): Rendering | undefined {
  const needsServer =
    page.content !== undefined || (typeof page.prerender === 'object' && page.prerender.profile === true)
  if (needsServer) return undefined
  return prerendered?.pages.find(
    ({ path, visitor = 'signed-out', view, next, canHydrate, ...rendering }) =>
      path === page.path &&
      (rendering.address === undefined || rendering.address === address) &&
      visitor === state &&
      view === undefined &&
      next === undefined &&
      canHydrate,
  )
}
