import { createHash } from 'node:crypto'
import { getReleaseFolder } from '@portico/shared/paths.ts'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { type PrerenderMark, pageSlot } from '@portico/shared/release/prerender.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { MatchedPage } from '../selection/match-page.ts'
import type { NamedVersion, ReleaseTexts } from './release-texts.ts'

/** A page that was prerendered, as text for the HTML that the server sends. */
export interface EmbeddedPage {
  /** What the page's root holds: the frame, and the page in it. */
  readonly html: string
  /** The page's own styles, inline: a file that hangs would hold back the first paint of everything. */
  readonly css: string
  /** What the policy has to allow for them: `sha256-<base64>`. */
  readonly cssHash: string
  readonly mark: PrerenderMark
}

/** What a page is embedded from. */
interface EmbedParts {
  readonly shell: NonNullable<DiscoveryDocument['shell']>
  readonly matched: MatchedPage
  /** One of the paths for which the shell has rendered a frame. */
  readonly framePath: string
  readonly digest: string
  readonly texts: ReleaseTexts
}

/**
 * Puts a page into its frame. null where one of them was not prerendered, was for other values of the owner, or is
 * not whole: the browser then draws both.
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
  const styles = css.map((text) => withAddresses(text, release)).join('\n')
  if (/<\/style/i.test(styles)) return null
  return {
    html: `${before}${html}${after}`,
    css: styles,
    cssHash: `sha256-${createHash('sha256').update(styles).digest('base64')}`,
    mark: {
      remote: remote.name,
      path: page.path,
      canHydrate: rendered.canHydrate,
      year: shell.prerendered.year,
    },
  }
}

/** Addresses in a style sheet start at its own folder, in a page at the page's. */
function withAddresses(css: string, release: NamedVersion): string {
  const folder = getReleaseFolder(release.app, getReleaseId(release))
  return css.replace(/url\((["']?)(?![a-z]+:|[/#"'])/gi, `url($1${folder}`)
}
