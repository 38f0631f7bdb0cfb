import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { getReleaseFolder, paths } from '@portico/kit/paths.ts'
import {
  type PageData,
  pageDataId,
  type ShellRelease,
} from '@portico/protocol/discovery/discovery-document.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import { inlineFileAttribute } from '@portico/protocol/release/prerender.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { siteSearchId } from '@portico/protocol/shortcuts.ts'
import type { OwnerValues } from '@portico/protocol/template/owner-fields.ts'
import { join, type Parts } from '@portico/protocol/template/parts.ts'
import { type Theme, themeColors, themes } from '@portico/protocol/theme.ts'
import { escapeHtml } from '../../http/html/html.ts'
import { siteIcon } from '../../http/html/site-icon.ts'
import { describeDevReleases, previewScript } from '../../rollouts/previews/preview-script.ts'
import type { EmbeddedPage, InlineFont, InlineStyles } from '../prerendered/embed-page.ts'
import type { MatchedPage } from '../selection/match-page.ts'
import { inlineJson } from './inline-json.ts'
import { type InlineScript, preferencesScript, waitScript, watchScript } from './inline-scripts.ts'
import { renderShellWatch } from './render-shell-watch.ts'
import { getShellFolder, renderScriptTags, renderStyleTags, renderTag } from './render-tag.ts'

const previewScriptIntegrity = computeIntegrity(previewScript)

export interface PageParts {
  /** Title, description and other meta tags, as HTML. */
  readonly meta: string
  /** Structured data; null: there is none. */
  readonly jsonLd: object | null
  /** Without the visitor and their token. */
  readonly data: Omit<PageData, 'visitor' | 'token'>
  readonly shell: ShellRelease
  /** Replaces a shell that doesn't start; null: nothing does. */
  readonly fallback: ShellRelease | null
  /** Whose page it is; null: nobody's. */
  readonly remote: string | null
  /** The page whose files to preload; null: none. */
  readonly preload: MatchedPage | null
  /** The path of the owner's content, which the page needs and doesn't have; null: it needs none. */
  readonly preloadContent: string | null
  /** The visitor's choice; null: the system's theme. */
  readonly theme: Theme | null
  /** The page on which the visitor may search the site; null: there is none. */
  readonly searchPath: string | null
  /** The prerendered page; null: the browser renders it. */
  readonly embedded: EmbeddedPage | null
  /** The script of the inspector; null: this page shows none. */
  readonly inspector: ReleaseFile | null
  /** What visitors without JavaScript get instead of the root element; null: that is for them, too. */
  readonly noScript: Parts | null
  /** What prerendered pages were filled with. */
  readonly owner: Pick<OwnerValues, 'publicUrl' | 'signInWith'>
}

/** A page without the visitor. Its scripts and its data are at the end: what visitors see comes first. */
export interface SplitHtml {
  /** What visitors see, of which parts may depend on the request. */
  readonly shown: Parts
  /** The data, up to a place for the visitor: `,"visitor":…,"token":…`, or nothing. */
  readonly data: string
  readonly end: string
}

/** Renders the shell's page: the same for all visitors in the same state who get the same releases in the same theme. */
export function renderHtml({
  meta,
  jsonLd,
  data,
  shell,
  fallback,
  remote,
  preload,
  preloadContent,
  theme,
  searchPath,
  embedded,
  inspector,
  noScript,
  owner,
}: PageParts): SplitHtml {
  // The shell's styles look for it in the head.
  const forSearch = searchPath !== null ? ' data-search' : ''
  const head = `<!doctype html>
<html lang="en"${remote === null ? '' : ` data-remote="${remote}"`}${theme === null ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${meta}
<meta name="color-scheme" content="${theme ?? 'light dark'}">
${hasPreferences(embedded) ? `<script>${preferencesScript.text}</script>` : ''}
${(embedded?.fonts ?? []).map(renderInlineFont).join('\n')}
${renderThemeColors(theme)}
<link rel="icon" href="${paths.favicon}" sizes="32x32">
<link rel="icon" href="${siteIcon}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${paths.touchIcon}">
<link rel="manifest" href="${paths.webManifest}">
${embedded === null ? renderStyleTags(shell) : embedded.styles.map(renderStyles).join('\n')}
${renderScriptTags(shell, forSearch, [...(inspector === null ? [] : [inspector]), ...shell.js])}
${preload === null ? '' : renderPreloads(preload, embedded).join('\n')}
${preloadContent === null ? '' : `<link rel="preload" as="fetch" href="${preloadContent}" crossorigin="anonymous">`}
${jsonLd === null ? '' : `<script type="application/ld+json">${inlineJson(jsonLd)}</script>`}
${renderPreviewScript(data.remotes)}</head>
<body>
`
  const wait = `${renderSearch(searchPath)}<script>${waitScript.text}</script>\n`
  const watch = data.shell === undefined ? '' : renderShellWatch(data.revision, data.shell, fallback)
  const shown: Parts = [
    head,
    ...renderRoot(embedded, owner),
    '\n',
    ...(noScript === null ? [] : ['<noscript>', ...noScript, '</noscript>']),
    // The first one to see that the script has failed keeps it from the other.
    fallback === null ? `\n${wait}${watch}` : `\n${watch}${wait}`,
  ]
  return {
    shown: join(shown),
    data: `<script type="application/json" id="${pageDataId}">${inlineJson(data).slice(0, -1)}`,
    end: '}</script>\n</body>\n</html>\n',
  }
}

/** The scripts inside a page. */
export function listInlineScripts(embedded: EmbeddedPage | null, isWatched: boolean): InlineScript[] {
  return [
    ...(hasPreferences(embedded) ? [preferencesScript] : []),
    waitScript,
    ...(isWatched ? [watchScript] : []),
  ]
}

/** Searches the site until the command palette does. Outside of the root element, so it also outlasts a shell that is replaced. */
function renderSearch(path: string | null): string {
  if (path === null) return ''
  const field =
    '<input type="search" name="q" aria-label="Search the site" placeholder="Search the site" autofocus autocomplete="off">'
  return `<form id="${siteSearchId}" role="search" action="${path}" popover>${field}</form>\n`
}

/** Only a browser with a development session has it. */
function renderPreviewScript(remotes: PageData['remotes']): string {
  const shown = describeDevReleases(new Map(remotes.map(({ name, release }) => [name, release])))
  if (shown === '') return ''
  const file = { file: `${paths.previewScript}?${shown}`, integrity: previewScriptIntegrity }
  return `${renderTag('script async', 'src', '', file)}</script>\n`
}

// No whitespace around the content, because the shell hydrates every node.
function renderRoot(embedded: EmbeddedPage | null, { publicUrl, signInWith }: PageParts['owner']): Parts {
  if (embedded === null) return ['<div id="root"></div>']
  const { mark, content, hasProfile } = embedded
  const offered = signInWith.length === 0 ? '' : `="${escapeHtml(signInWith.join(' '))}"`
  return [
    `<div id="root" data-public-url="${escapeHtml(publicUrl)}" data-sign-in-with${offered}`,
    ...(hasProfile ? ([' data-profile="', { kind: 'profile', field: 'all' }, '"'] as const) : []),
    ` data-prerendered="${escapeHtml(JSON.stringify(mark))}">`,
    ...content,
    '</div>',
  ]
}

/** Colours of the browser's UI, one for each theme of the system; the shell finds them by their `media`. */
export function renderThemeColors(theme: Theme | null): string {
  return themes
    .map((system) => {
      const color = themeColors[theme ?? system]
      return `<meta name="theme-color" media="(prefers-color-scheme: ${system})" content="${color}">`
    })
    .join('\n')
}

/** Browsers fetch fonts without credentials and without integrity, and the preload has to be the same request. */
export function renderFontPreload(address: string, attributes = ''): string {
  return `<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin="anonymous"${attributes}>`
}

/** As a preload, it is decoded before the first layout, which would otherwise look up fonts of the system. */
function renderInlineFont({ path, url }: InlineFont): string {
  return renderFontPreload(url, ` ${inlineFileAttribute}="${path}"`)
}

/**
 * The `Link` header that preloads the shell's fonts; null: there are none. A browser paints nothing before a preloaded font has arrived or is late, and
 * requests it sooner than by a tag, before it has read the page.
 */
export function getFontLinks(shell: PageParts['shell']): string | null {
  const folder = getShellFolder(shell)
  const links = (shell.fonts ?? []).map(
    ({ file }) => `<${folder}${file}>; rel=preload; as=font; type="font/woff2"; crossorigin`,
  )
  return links.length === 0 ? null : links.join(', ')
}

function renderStyles({ path, css }: InlineStyles): string {
  return `<style ${inlineFileAttribute}="${path}">${css}</style>`
}

/** Whether the first paint may depend on display preferences, see `displayPreferencePrefix`. */
function hasPreferences(embedded: EmbeddedPage | null): boolean {
  if (embedded === null || !isShown(embedded)) return true
  return embedded.styles.some(({ css }) => css.includes(`[data-${embedded.mark.remote}-`))
}

/** Whether the visitor sees the page before its scripts have started. */
function isShown(embedded: EmbeddedPage | null): boolean {
  return embedded !== null && !embedded.mark.isLoading
}

function renderPreloads({ remote, page }: MatchedPage, embedded: EmbeddedPage | null): string[] {
  const folder = remote.release.folder ?? getReleaseFolder(remote.name, getReleaseId(remote.release))
  // Where the page is shown already, scripts would delay the first paint if they had the priority of its font and images.
  const opening = `link rel="preload" as="script"${isShown(embedded) ? ' fetchpriority="low"' : ''}`
  const scripts = [remote.release.entry, ...page.js].map((file) => renderTag(opening, 'href', folder, file))
  // As `rel=preload`, a slow style sheet doesn't block the first paint of the shell.
  const styles = page.css
    .filter(({ file }) => !embedded?.styles.some(({ path }) => path === folder + file))
    .map((file) => renderTag('link rel="preload" as="style"', 'href', folder, file))
  return [...scripts, ...styles]
}
