import type { Site } from '@portico/kit/site/site.ts'
import { openGraphImageSize } from '@portico/protocol/release/prerender.ts'
import { type Html, html } from '../../http/html/html.ts'
import type { ResolvedMetadata } from './get-page-metadata.ts'

interface TagParts {
  readonly metadata: ResolvedMetadata
  readonly preview: ResolvedMetadata
  readonly site: Site
  /** Absolute URL of the site's Open Graph image; null: there is none. */
  readonly image: string | null
  readonly publicUrl: string
}

/** Renders the tags in a page's head for search engines and link previews. */
export function renderMetaTags(parts: TagParts): string {
  const { metadata, preview, site, publicUrl } = parts
  const { title, description, canonical, isIndexed } = metadata
  const toUrl = (path: string) => publicUrl + encodeURI(path)
  const tags: (Html | null)[] = [
    html`<title>${title} | ${site.name}</title>`,
    html`<meta name="description" content="${description}">`,
    isIndexed ? null : html`<meta name="robots" content="noindex">`,
    canonical === null ? null : html`<link rel="canonical" href="${toUrl(canonical)}">`,
    renderProperty('og:type', 'website'),
    renderProperty('og:site_name', site.name),
    renderProperty('og:title', preview.canonical === '/' ? site.name : preview.title),
    renderProperty('og:description', preview.description),
    preview.canonical === null ? null : renderProperty('og:url', toUrl(preview.canonical)),
    ...renderImageTags(parts),
  ]
  return tags
    .filter((tag) => tag !== null)
    .map(({ text }) => text)
    .join('\n')
}

function renderImageTags({ preview, site, image, publicUrl }: TagParts): Html[] {
  const shown = preview.image === null ? image : publicUrl + preview.image
  if (shown === null) return []
  const alt = preview.image === null ? `${site.name}: ${site.headline}` : `${preview.title}: ${site.name}`
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
