import { getReleaseFolder } from '@portico/shared/paths.ts'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { openGraphImageSize } from '@portico/shared/release/prerender.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { type Html, html } from '../../http/html/html.ts'
import type { ResolvedMetadata } from './get-page-metadata.ts'

/** Sources of the tags. */
interface TagParts {
  readonly metadata: ResolvedMetadata
  readonly site: Site
  /** Absolute URL of the site's Open Graph image; null: there is none. */
  readonly image: string | null
  /** Origin of this site. */
  readonly publicUrl: string
}

/** Renders the tags in a page's head for search engines and link previews. */
export function renderMetaTags(parts: TagParts): string {
  const { metadata, site, publicUrl } = parts
  const { title, description, canonical, isIndexed } = metadata
  const url = canonical === null ? null : publicUrl + encodeURI(canonical)
  const tags: (Html | null)[] = [
    html`<title>${title} | ${site.name}</title>`,
    html`<meta name="description" content="${description}">`,
    isIndexed ? null : html`<meta name="robots" content="noindex">`,
    url === null ? null : html`<link rel="canonical" href="${url}">`,
    renderProperty('og:type', 'website'),
    renderProperty('og:site_name', site.name),
    renderProperty('og:title', canonical === '/' ? site.name : title),
    renderProperty('og:description', description),
    url === null ? null : renderProperty('og:url', url),
    ...renderImageTags(parts),
  ]
  return tags
    .filter((tag) => tag !== null)
    .map(({ text }) => text)
    .join('\n')
}

function renderImageTags({ metadata, site, image, publicUrl }: TagParts): Html[] {
  const shown = metadata.image === null ? image : publicUrl + metadata.image
  if (shown === null) return []
  const alt = metadata.image === null ? `${site.name}: ${site.headline}` : `${metadata.title}: ${site.name}`
  return [
    renderProperty('og:image', shown),
    renderProperty('og:image:type', 'image/png'),
    renderProperty('og:image:width', openGraphImageSize.width),
    renderProperty('og:image:height', openGraphImageSize.height),
    renderProperty('og:image:alt', alt),
    html`<meta name="twitter:card" content="summary_large_image">`,
  ]
}

function renderProperty(name: string, content: string | number): Html {
  return html`<meta property="${name}" content="${content}">`
}

/** URL of the Open Graph image that the shell's build has rendered for this owner; null: there is none. */
export function getOpenGraphImage(
  shell: NonNullable<DiscoveryDocument['shell']>,
  { digest, publicUrl }: { readonly digest: string; readonly publicUrl: string },
): string | null {
  if (shell.prerendered?.site !== digest) return null
  return publicUrl + getReleaseFolder('shell', getReleaseId(shell)) + shell.prerendered.image.file
}
