import { getReleaseFolder } from '@portico/shared/paths.ts'
import { computeIntegrity } from '@portico/shared/release/compute-integrity.ts'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { type PrerenderMark, pageSlot } from '@portico/shared/release/prerender.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { MatchedPage } from '../selection/match-page.ts'
import type { Rendering } from './find-rendering.ts'
import type { NamedVersion, ReleaseTexts } from './release-texts.ts'

/** A prerendered page, ready to be embedded in the HTML response. */
export interface EmbeddedPage {
  /** Content of the root element: the frame with the page inside. */
  readonly html: string
  /** The styles of shell and page, inline because a style sheet would delay the first paint. */
  readonly css: string
  /** Hash of the styles for the Content-Security-Policy: `sha256-<base64>`. */
  readonly cssHash: string
  readonly mark: PrerenderMark
}

/** Sources of an embedded page. */
interface EmbedParts {
  readonly shell: NonNullable<DiscoveryDocument['shell']>
  readonly matched: MatchedPage
  readonly rendering: Rendering
  readonly digest: string
  readonly texts: ReleaseTexts
}

/**
 * Embeds a page in its frame. null: one of them was rendered for other values of the owner, or is damaged. The browser then
 * renders both.
 */
export function embedPage({ shell, matched, rendering, digest, texts }: EmbedParts): EmbeddedPage | null {
  const { remote, page } = matched
  const { prerendered, version, hash } = remote.release
  const isLoading = rendering.page === null
  if (shell.prerendered?.site !== digest || !(isLoading || prerendered?.site === digest)) return null
  const release: NamedVersion = { app: remote.name, version, hash }
  const shellRelease: NamedVersion = { app: 'shell', version: shell.version, hash: shell.hash }
  const { loading, year } = shell.prerendered
  const frame = texts.read(shellRelease, rendering.frame.html)
  const html = rendering.page
    ? texts.read(release, rendering.page.html)
    : loading === undefined
      ? null
      : texts.read(shellRelease, loading)
  // The browser fetches the styles of a page that is loading together with its code.
  const pageCss = isLoading ? [] : page.css
  const styles = [
    ...shell.css.map((file) => readStyles(texts, shellRelease, file)),
    ...pageCss.map((file) => readStyles(texts, release, file)),
  ]
  const [before, after, ...more] = frame?.split(pageSlot) ?? []
  if (html === null || after === undefined || more.length > 0 || styles.includes(null)) return null
  const css = styles.join('\n')
  if (/<\/style/i.test(css)) return null
  const { visitor } = rendering.frame
  return {
    html: `${before}${html}${after}`,
    css,
    cssHash: computeIntegrity(css),
    mark: {
      remote: remote.name,
      path: page.path,
      ...(visitor && { visitor }),
      ...(isLoading && { isLoading }),
      canHydrate: rendering.page?.canHydrate ?? true,
      year,
    },
  }
}

function readStyles(
  texts: ReleaseTexts,
  release: NamedVersion,
  file: Parameters<ReleaseTexts['read']>[1],
): string | null {
  const css = texts.read(release, file)
  return css === null ? null : resolveUrls(css, release)
}

/** Makes URLs absolute: in a style sheet they are relative to its folder, but inline styles are relative to the page. */
function resolveUrls(css: string, release: NamedVersion): string {
  const folder = getReleaseFolder(release.app, getReleaseId(release))
  return css.replace(/url\((["']?)(?![a-z]+:|[/#"'])/gi, `url($1${folder}`)
}
