import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { anyPath } from '@portico/protocol/release/prerender.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import { Html, html } from '../../http/html/html.ts'
import { siteIcon } from '../../http/html/site-icon.ts'
import type { ReadFrame, SiteFrame } from '../../http/html/site-page.ts'
import type { Discovery } from '../../releases/changes/discovery.ts'
import { openSiteTemplates } from '../prerendered/site-templates.ts'
import { renderFontPreload, renderTag, renderThemeColors } from './render-html.ts'

/**
 * Reads the layout that the shell's build has prerendered, for pages of the server's own. null: there is none, as in
 * development.
 */
export function createFrameReader({
  configuration,
  discovery,
  site,
}: {
  readonly configuration: Configuration
  readonly discovery: Discovery
  readonly site: Site
}): ReadFrame {
  const templates = openSiteTemplates({ configuration, site })
  return (theme, state): SiteFrame | null => {
    const { shell } = discovery.read()
    const frame = shell?.prerendered?.frames.find(
      ({ path, visitor = 'signed-out' }) => path === anyPath && visitor === state,
    )
    if (!shell || frame === undefined) return null
    const layout = templates.read({ app: 'shell', ...shell }, frame.html, { form: null, isInNoScript: false })
    const [before, slot, after] = layout ?? []
    if (typeof before !== 'string' || typeof slot === 'string' || typeof after !== 'string') return null
    const folder = getReleaseFolder('shell', getReleaseId(shell))
    const head = html`<meta name="color-scheme" content="${theme ?? 'light dark'}">
${new Html(renderThemeColors(theme))}
<link rel="icon" href="${paths.favicon}" sizes="32x32">
<link rel="icon" href="${siteIcon}" type="image/svg+xml">
${shell.css.map((file) => new Html(renderTag('link rel="stylesheet"', 'href', folder, file)))}
${(shell.fonts ?? []).map(({ file }) => new Html(renderFontPreload(folder + file)))}`
    return { head, before: new Html(before), after: new Html(after) }
  }
}
