import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import type { EncodedBodies } from '../../http/caching/choose-encoding.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { Services } from '../../services.ts'
import { embedPage } from '../prerendered/embed-page.ts'
import type { MatchedPage, RemoteSelection } from '../selection/match-page.ts'
import { toSelectedRemote } from '../selection/select-releases.ts'
import { getBreadcrumbs } from '../seo/breadcrumbs.ts'
import type { ResolvedMetadata } from '../seo/get-page-metadata.ts'
import { createJsonLd } from '../seo/json-ld.ts'
import { getOpenGraphImage, renderMetaTags } from '../seo/meta-tags.ts'
import type { MetadataSource } from '../seo/metadata-source.ts'
import { type PageParts, renderHtml } from './render-html.ts'
import { renderNoScript } from './render-no-script.ts'

/** A page, ready to be sent. */
export interface RenderedPage {
  readonly etag: string
  readonly bodies: EncodedBodies
  /** Hash of its inline styles for the Content-Security-Policy; null: there are none. */
  readonly styleHash: string | null
}

/** What to render. */
interface PageRequest extends Pick<PageParts, 'preload' | 'theme' | 'hasSearch'> {
  readonly document: DiscoveryDocument
  readonly remotes: readonly RemoteSelection[]
  /** null: no page matches the path. */
  readonly matched: MatchedPage | null
  readonly metadata: ResolvedMetadata | null
  /** Path of the prerendered frame to embed the page in; null: the browser renders it. */
  readonly prerendered: string | null
}

const brotliQuality = 5 // once per revision and page, while a visitor is waiting

const notFound: ResolvedMetadata = {
  title: 'Page Not Found',
  description: 'There is nothing at this address.',
  canonical: null,
  jsonLd: [],
  isIndexed: false,
  image: null,
}

/** Renders a page in every encoding. */
export function renderPage(
  { document, remotes, matched, metadata: known, preload, theme, prerendered, hasSearch }: PageRequest,
  sources: MetadataSource,
  { configuration, site }: Pick<Services, 'configuration' | 'site'>,
): RenderedPage {
  const { shell, revision } = document
  if (shell === null) throw new Problem('not-ready', { detail: 'No shell has been published yet.' })
  const { publicUrl, loadDeadlineMs } = configuration
  const { digest } = sources
  const metadata = known ?? notFound
  const breadcrumbs = metadata.canonical === null ? [] : getBreadcrumbs(metadata.canonical, remotes, sources)
  const embedded =
    matched === null || prerendered === null
      ? null
      : embedPage({ shell, matched, framePath: prerendered, ...sources })
  const html = renderHtml({
    meta: renderMetaTags({
      metadata,
      site,
      image: getOpenGraphImage(shell, { digest, publicUrl }),
      publicUrl,
    }),
    jsonLd: createJsonLd({ metadata, site, breadcrumbs, publicUrl }),
    data: { revision, loadDeadlineMs, remotes: remotes.map(toSelectedRemote), site },
    shell,
    preload,
    theme,
    hasSearch,
    embedded,
    noScript: renderNoScript({
      frame: readNoScriptFrame(shell, sources),
      metadata,
      isFound: matched !== null,
    }),
  })
  return { ...encode(html), styleHash: embedded?.cssHash ?? null }
}

function readNoScriptFrame(
  { version, hash, prerendered }: NonNullable<DiscoveryDocument['shell']>,
  { digest, texts }: MetadataSource,
): string | null {
  if (prerendered?.noScript === undefined || prerendered.site !== digest) return null
  return texts.read({ app: 'shell', version, hash }, prerendered.noScript)
}

function encode(html: string): Omit<RenderedPage, 'styleHash'> {
  const identity = Buffer.from(html)
  // Weak, because it is the same for every encoding.
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  return { etag, bodies: { identity, br, gzip: gzipSync(identity) } }
}
