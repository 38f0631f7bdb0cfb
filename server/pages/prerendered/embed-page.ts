import type { ReleaseFile } from '@portico/kit/contract/release-file.ts'
import { getReleaseFolder } from '@portico/kit/paths.ts'
import type { ShellRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { computeIntegrity } from '@portico/protocol/release/compute-integrity.ts'
import type { PrerenderMark } from '@portico/protocol/release/prerender.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import type { PageContent } from '@portico/protocol/template/content-paths.ts'
import type { Parts } from '@portico/protocol/template/parts.ts'
import type { MatchedPage } from '../selection/match-page.ts'
import { type Rendering, showsProfile } from './find-rendering.ts'
import type { NamedVersion, ReleaseTexts } from './release-texts.ts'
import { getYear, type SiteTemplates } from './site-templates.ts'

/** A prerendered page, ready to be embedded in the HTML response. */
export interface EmbeddedPage {
  /** Content of the root element: the frame with the page inside. */
  readonly content: Parts
  /** The style sheets of shell and page, inline because requests for them would delay the first paint. */
  readonly styles: readonly InlineStyles[]
  /** The shell's fonts, which its style sheets contain as well; empty: the page names their files. */
  readonly fonts: readonly InlineFont[]
  readonly mark: PrerenderMark
  /** True: it has slots for the visitor's profile. */
  readonly hasProfile: boolean
}

export interface InlineStyles {
  /** The path of its file, or its URL on another origin: the shell tells the page's code that this one has been loaded. */
  readonly path: string
  readonly css: string
  /** Its hash for the Content-Security-Policy: `sha256-<base64>`. */
  readonly hash: string
}

export interface InlineFont {
  readonly path: string
  /** The font itself, as a `data:` URL. */
  readonly url: string
}

interface EmbedParts {
  readonly shell: ShellRelease
  readonly matched: MatchedPage
  readonly rendering: Rendering
  readonly templates: SiteTemplates
  /** The owner's content; null: the page shows nothing of it. */
  readonly content: PageContent | null
  /** What visitors without JavaScript get instead of a loading screen. */
  readonly noScript: Parts
  readonly hasFonts: boolean
}

/**
 * Embeds a page in its frame. null: one of them is damaged, or of another build. The browser then renders both.
 */
export function embedPage({
  shell,
  matched,
  rendering,
  templates,
  content,
  noScript,
  hasFonts,
}: EmbedParts): EmbeddedPage | null {
  const { remote, page } = matched
  const { version, hash } = remote.release
  const isLoading = rendering.page === null
  const release: NamedVersion = { app: remote.name, version, hash }
  const shellRelease: NamedVersion = { app: 'shell', version: shell.version, hash: shell.hash }
  const { texts } = templates
  const loadingFile = shell.prerendered?.loading
  const inFrame = rendering.page
    ? templates.read(release, rendering.page.html, { ...opened, filter: null, content })
    : loadingFile && templates.read(shellRelease, loadingFile, { ...opened, page: noScript })
  const frame = inFrame && templates.read(shellRelease, rendering.frame.html, { ...opened, page: inFrame })
  // The browser fetches the styles of a page that is loading together with its code.
  const pageCss = isLoading ? [] : page.css
  const fonts = hasFonts ? [] : readFonts(texts, shellRelease, shell.fonts)
  const styles = [
    ...shell.css.map((file) => readStyles(texts, shellRelease, { file, fonts })),
    ...pageCss.map((file) => readStyles(texts, release, { file, folder: remote.release.folder })),
  ]
  if (!frame || inFrame.length === 0) return null
  const complete = styles.filter((file) => file !== null)
  if (complete.length < styles.length) return null
  const { visitor } = rendering.frame
  return {
    content: frame,
    styles: complete,
    fonts,
    hasProfile: !isLoading && showsProfile(page),
    mark: {
      remote: remote.name,
      path: page.path,
      ...(visitor && { visitor }),
      ...(isLoading && { isLoading }),
      canHydrate: rendering.page?.canHydrate ?? true,
      year: getYear(),
    },
  }
}

/** A page that was opened, in contrast to one with the result of a form. */
const opened = { form: null, isInNoScript: false }

// Twice what ours has. On a slow phone network, that much takes as long as the round trip that it saves.
const maxFontsLength = 30_000

/** Reads the shell's fonts. Empty: there are none, one is damaged, or they are too large to be in every first page. */
function readFonts(
  texts: ReleaseTexts,
  shell: NamedVersion,
  files: readonly ReleaseFile[] = [],
): InlineFont[] {
  const folder = getReleaseFolder(shell.app, getReleaseId(shell))
  const fonts = files.flatMap((file) => {
    const url = texts.readFont(shell, file)
    return url === null ? [] : [{ path: folder + file.file, url }]
  })
  const length = fonts.reduce((sum, { url }) => sum + url.length, 0)
  return fonts.length < files.length || length > maxFontsLength ? [] : fonts
}

interface StylesFile {
  readonly file: ReleaseFile
  readonly folder?: string | undefined
  /** Fonts to put into the style sheet in place of their files. */
  readonly fonts?: readonly InlineFont[]
}

/** Reads a style sheet. null: it is damaged, or would end its element. */
function readStyles(
  texts: ReleaseTexts,
  release: NamedVersion,
  { file, folder = getReleaseFolder(release.app, getReleaseId(release)), fonts = [] }: StylesFile,
): InlineStyles | null {
  const text = texts.read(release, file)
  if (text === null || /<\/style/i.test(text)) return null
  const css = fonts.reduce(
    (styles, { path, url }) => styles.replaceAll(path, () => url),
    resolveUrls(text, folder),
  )
  return { path: folder + file.file, css, hash: computeIntegrity(css) }
}

/** Makes URLs absolute: in a style sheet they are relative to its folder, but inline styles are relative to the page. */
function resolveUrls(css: string, folder: string): string {
  return css.replace(/url\((["']?)(?![a-z]+:|[/#"'])/gi, `url($1${folder}`)
}
