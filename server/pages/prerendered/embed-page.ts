import { getReleaseFolder } from '@portico/shared/paths.ts'
import { computeIntegrity } from '@portico/shared/release/compute-integrity.ts'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { type PrerenderMark, pageSlot } from '@portico/shared/release/prerender.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { MatchedPage } from '../selection/match-page.ts'
import type { NamedVersion, ReleaseTexts } from './release-texts.ts'

/** A prerendered page, ready to be embedded in the HTML response. */
export interface EmbeddedPage {
  /** Content of the root element: the frame with the page inside. */
  readonly html: string
  /** The page's own styles, inline because a slow style sheet would block the first paint. */
  readonly css: string
  /** Hash of the styles for the Content-Security-Policy: `sha256-<base64>`. */
  readonly cssHash: string
  readonly mark: PrerenderMark
}

/** Sources of an embedded page. */
interface EmbedParts {
  readonly shell: NonNullable<DiscoveryDocument['shell']>
  readonly matched: MatchedPage
  /** One of the paths for which the shell has a prerendered frame. */
  readonly framePath: string
  readonly digest: string
  readonly texts: ReleaseTexts
}

/**
 * Embeds a page in its frame. null: one of them was not prerendered, was rendered for other values of the owner, or is
 * damaged. The browser then renders both.
 */
export function embedPage({ shell, matched, framePath, digest, texts }: EmbedParts): EmbeddedPage | null {
  const { remote, page } = matched
  const { prerendered, version, hash } = remote.release
  const rendered = prerendered?.pages.find((candidate) => candidate.path === page.path)
  if (
    remote.off !== undefined ||
    rendered === undefined ||
    prerendered?.site !== digest ||
    shell.prerendered?.site !== digest
  )
    return null
  const release: NamedVersion = { app: remote.name, version, hash }
  const framed = shell.prerendered.frames.find((candidate) => candidate.path === framePath)
  const frame = framed === undefined ? null : texts.read({ app: 'shell', ...shell }, framed.html)
  const html = texts.read(release, rendered.html)
  const css = page.css.map((file) => texts.read(release, file))
  const [before, after, ...more] = frame?.split(pageSlot) ?? []
  if (html === null || after === undefined || more.length > 0 || !css.every((text) => text !== null))
    return null
  const styles = css.map((text) => resolveUrls(text, release)).join('\n')
  if (/<\/style/i.test(styles)) return null
  return {
    html: `${before}${html}${after}`,
    css: styles,
    cssHash: computeIntegrity(styles),
    mark: {
      remote: remote.name,
      path: page.path,
      canHydrate: rendered.canHydrate,
      year: shell.prerendered.year,
    },
  }
}

/** Makes URLs absolute: in a style sheet they are relative to its folder, but inline styles are relative to the page. */
function resolveUrls(css: string, release: NamedVersion): string {
  const folder = getReleaseFolder(release.app, getReleaseId(release))
  return css.replace(/url\((["']?)(?![a-z]+:|[/#"'])/gi, `url($1${folder}`)
}
