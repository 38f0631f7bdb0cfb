import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import type { Services } from '../../app.ts'
import type { Bodies } from '../../http/caching/choose-encoding.ts'
import { Problem } from '../../http/problems/errors.ts'
import { embedPage } from '../prerendered/embed-page.ts'
import type { MatchedPage, ReleasedRemote } from '../selection/match-page.ts'
import { withoutFiles } from '../selection/select-releases.ts'
import { crumbsTo } from '../seo/breadcrumbs.ts'
import type { PageFacts } from '../seo/get-page-metadata.ts'
import { structuredData } from '../seo/json-ld.ts'
import { getOpenGraphImage, metaTags } from '../seo/meta-tags.ts'
import type { FactSources } from '../seo/metadata-source.ts'
import { type PageParts, pageHtml } from './render-html.ts'

/** A page as it is sent. */
export interface MadePage {
  readonly etag: string
  readonly bodies: Bodies
  /** What the policy has to allow for the styles in it; null: there are none. */
  readonly styleHash: string | null
}

/** What a page is made for. */
interface Wanted extends Pick<PageParts, 'preload' | 'theme'> {
  readonly document: DiscoveryDocument
  readonly remotes: readonly ReleasedRemote[]
  /** null: no page serves the path. */
  readonly matched: MatchedPage | null
  readonly facts: PageFacts | null
  /** Path of the frame into which the page shall be embedded; null: the browser draws it. */
  readonly prerendered: string | null
}

const brotliQuality = 5 // made once per revision and page, while a visitor waits

const notFound: PageFacts = {
  title: 'Page Not Found',
  description: 'There is nothing at this address.',
  canonical: null,
  jsonLd: [],
  isIndexed: false,
  image: null,
}

/** Makes a page in every encoding. */
export function makePage(
  { document, remotes, matched, facts: known, preload, theme, prerendered }: Wanted,
  sources: FactSources,
  { configuration, site }: Pick<Services, 'configuration' | 'site'>,
): MadePage {
  const { shell, revision } = document
  if (shell === null) throw new Problem('not-ready', { detail: 'No shell is published yet.' })
  const { publicUrl, loadDeadlineMs } = configuration
  const { digest } = sources
  const facts = known ?? notFound
  const crumbs = facts.canonical === null ? [] : crumbsTo(facts.canonical, remotes, sources)
  const embedded =
    matched === null || prerendered === null
      ? null
      : embedPage({ shell, matched, framePath: prerendered, ...sources })
  const html = pageHtml({
    meta: metaTags({ facts, site, image: getOpenGraphImage(shell, { digest, publicUrl }), publicUrl }),
    jsonLd: structuredData({ facts, site, crumbs, publicUrl }),
    data: { revision, loadDeadlineMs, remotes: remotes.map(withoutFiles), site },
    shell,
    preload,
    theme,
    embedded,
  })
  return { ...encode(html), styleHash: embedded?.cssHash ?? null }
}

function encode(html: string): Omit<MadePage, 'styleHash'> {
  const identity = Buffer.from(html)
  // Weak: the same for every encoding.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  return { etag, bodies: { identity, br, gzip: gzipSync(identity) } }
}
