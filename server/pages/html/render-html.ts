import { getReleaseFolder } from '@portico/shared/paths.ts'
import {
  type DiscoveryDocument,
  type PageData,
  pageDataId,
} from '@portico/shared/release/discovery-document.ts'
import type { ReleaseFile } from '@portico/shared/release/release-file.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import { type Theme, themeColors, themes } from '@portico/shared/theme.ts'
import { siteIcon } from '../../http/html/site-icon.ts'
import type { EmbeddedPage } from '../prerendered/embed-page.ts'
import type { MatchedPage } from '../selection/match-page.ts'

/** What a page is made of. */
export interface PageParts {
  /** Title, description and whatever else is told of the page, as HTML. */
  readonly meta: string
  /** The page in the words of schema.org; null: nothing is told. */
  readonly jsonLd: object | null
  readonly data: PageData
  readonly shell: NonNullable<DiscoveryDocument['shell']>
  /** The page whose files the browser shall fetch at once; null: none. */
  readonly preload: MatchedPage | null
  /** What the visitor has chosen; null: as their system has it. */
  readonly theme: Theme | null
  /** The page itself; null: the browser draws it. */
  readonly embedded: EmbeddedPage | null
}

/** The shell's page as HTML: the same for every visitor who gets the same releases in the same theme. */
export function renderHtml({ meta, jsonLd, data, shell, preload, theme, embedded }: PageParts): string {
  const shellFolder = getReleaseFolder('shell', getReleaseId(shell))
  return `<!doctype html>
<html lang="en"${theme === null ? '' : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${meta}
<meta name="color-scheme" content="${theme ?? 'light dark'}">
${themes.map((system) => barColor(system, theme ?? system)).join('\n')}
<link rel="icon" href="${siteIcon}">
${shell.css.map((file) => tag('link rel="stylesheet"', 'href', shellFolder, file)).join('\n')}
${embedded === null ? '' : `<style>${embedded.css}</style>`}
${shell.js.map((file) => `${tag('script defer', 'src', shellFolder, file)}</script>`).join('\n')}
${(shell.fonts ?? []).map(({ file }) => fontPreload(shellFolder + file)).join('\n')}
${preload === null ? '' : preloads(preload).join('\n')}
${jsonLd === null ? '' : `<script type="application/ld+json">${inlineJson(jsonLd)}</script>`}
<script type="application/json" id="${pageDataId}">${inlineJson(data)}</script>
</head>
<body>
${embedded === null ? emptyRoot : rootWith(embedded)}
</body>
</html>
`
}

const emptyRoot = `<div id="root"></div>
<noscript>This site needs JavaScript. Please allow it for this address.</noscript>`

// Nothing stands between the root and what it holds: the shell takes over every node.
function rootWith({ mark, html }: EmbeddedPage): string {
  return `<div id="root" data-prerendered="${escapeHtml(JSON.stringify(mark))}">${html}</div>`
}

/** Colour of the browser's own bars where the system has the theme `system`; the shell finds it by its `media`. */
function barColor(system: Theme, shown: Theme): string {
  return `<meta name="theme-color" media="(prefers-color-scheme: ${system})" content="${themeColors[shown]}">`
}

// Browsers fetch fonts without credentials, and by no integrity: the preload has to be the same request.
function fontPreload(address: string): string {
  return `<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin="anonymous">`
}

function preloads({ remote, page }: MatchedPage): string[] {
  const folder = remote.release.folder ?? getReleaseFolder(remote.name, getReleaseId(remote.release))
  const scripts = [remote.release.entry, ...page.js].map((file) =>
    tag('link rel="preload" as="script"', 'href', folder, file),
  )
  // As `rel=preload`, a style sheet that hangs does not hold back the first paint of the shell.
  const styles = page.css.map((file) => tag('link rel="preload" as="style"', 'href', folder, file))
  return [...scripts, ...styles]
}

// Same `crossorigin` and `integrity` as the later request, or the browser fetches the file twice.
function tag(
  opening: string,
  attribute: 'href' | 'src',
  folder: string,
  { file, integrity }: ReleaseFile,
): string {
  return `<${opening} ${attribute}="${folder}${file}" integrity="${integrity}" crossorigin="anonymous">`
}

/** JSON that no HTML parser takes for the end of the script element, nor for a comment. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function escapeHtml(text: string): string {
  return text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
