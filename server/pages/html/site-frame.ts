import { paths } from '@portico/kit/paths.ts'
import type { VisitorState } from '@portico/kit/session/visitor-state.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { anyPath } from '@portico/protocol/release/prerender.ts'
import { LayoutQuerySchema, type SiteLayout } from '@portico/protocol/release/site-layout.ts'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../../configuration/configuration.ts'
import { Html, html } from '../../http/html/html.ts'
import { siteIcon } from '../../http/html/site-icon.ts'
import type { ReadFrame, SiteFrame } from '../../http/html/site-page.ts'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { nothingAllowed } from '../../http/security-headers/security-headers.ts'
import type { Discovery } from '../../releases/changes/discovery-repository.ts'
import { findFrame } from '../prerendered/find-rendering.ts'
import { getYear, openSiteTemplates, type SiteTemplates } from '../prerendered/site-templates.ts'
import { renderFontPreload, renderThemeColors } from './render-html.ts'
import { getShellFolder, renderStyleTags } from './render-tag.ts'

interface FrameServices {
  readonly configuration: Configuration
  readonly discovery: Discovery
  readonly site: Site
}

/**
 * `GET /-/layout?visitor=<state>&path=<path>`: the layout that the shell's build has prerendered around a page, with which the checks of
 * a remote hydrate its pages.
 */
export async function layouts(
  app: FastifyInstance,
  { discovery, ...services }: FrameServices,
): Promise<void> {
  const templates = openSiteTemplates(services)
  app.get(paths.layout, async (request, reply) => {
    const { visitor: state, path } = parseBody(LayoutQuerySchema, request.query)
    const { shell } = discovery.read()
    const layout = shell && readLayout(templates, shell, { state, path })
    if (!layout) throw new Problem('not-found', { detail: 'The site has no prerendered layout.' })
    const { publicUrl, signInWith } = templates.owner
    const body: SiteLayout = { ...layout, year: getYear(), publicUrl, signInWith: [...signInWith] }
    return reply.headers(nothingAllowed).header('cache-control', 'no-store').send(body)
  })
}

function readLayout(
  templates: SiteTemplates,
  shell: ShellRelease,
  { state, path }: { readonly state: VisitorState; readonly path: string },
): { before: string; after: string } | null {
  const frame = findFrame(shell, { state, path })
  if (frame === undefined) return null
  const layout = templates.read({ app: 'shell', ...shell }, frame.html, { form: null, isInNoScript: false })
  const [before, slot, after] = layout ?? []
  if (typeof before !== 'string' || typeof slot === 'string' || typeof after !== 'string') return null
  return { before, after }
}

/**
 * Reads the layout that the shell's build has prerendered, for pages of the server's own. null: there is none, as in
 * development.
 */
export function createFrameReader({ discovery, ...services }: FrameServices): ReadFrame {
  const templates = openSiteTemplates(services)
  return (theme, state): SiteFrame | null => {
    const { shell } = discovery.read()
    const layout = shell && readLayout(templates, shell, { state, path: anyPath })
    if (!layout) return null
    const { before, after } = layout
    const head = html`<meta name="color-scheme" content="${theme ?? 'light dark'}">
${new Html(renderThemeColors(theme))}
<link rel="icon" href="${paths.favicon}" sizes="32x32">
<link rel="icon" href="${siteIcon}" type="image/svg+xml">
${new Html(renderStyleTags(shell))}
${(shell.fonts ?? []).map(({ file }) => new Html(renderFontPreload(getShellFolder(shell) + file)))}`
    return { head, before: new Html(before), after: new Html(after) }
  }
}
