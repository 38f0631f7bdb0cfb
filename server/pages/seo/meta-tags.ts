import { getReleaseFolder } from '@portico/shared/paths.ts'
import type { DiscoveryDocument } from '@portico/shared/release/discovery-document.ts'
import { openGraphImageSize } from '@portico/shared/release/prerender.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { type Html, html } from '../../http/html/html.ts'
import type { ResolvedMetadata } from './get-page-metadata.ts'

/** What the tags are made from. */
interface TagParts {
  readonly facts: ResolvedMetadata
  readonly site: Site
  /** Whole web address of the site's image for previews; null: there is none. */
  readonly image: string | null
  /** Origin of this site. */
  readonly publicUrl: string
}

/** What a page's head tells search engines and previews. */
export function renderMetaTags(parts: TagParts): string {
  const { facts, site, publicUrl } = parts
  const { title, description, canonical, isIndexed } = facts
  const url = canonical === null ? null : publicUrl + encodeURI(canonical)
  const tags: (Html | null)[] = [
    html`<title>${title} | ${site.name}</title>`,
    html`<meta name="description" content="${description}">`,
    isIndexed ? null : html`<meta name="robots" content="noindex">`,
    url === null ? null : html`<link rel="canonical" href="${url}">`,
    property('og:type', 'website'),
    property('og:site_name', site.name),
    property('og:title', canonical === '/' ? site.name : title),
    property('og:description', description),
    url === null ? null : property('og:url', url),
    ...imageTags(parts),
  ]
  return tags
    .filter((tag) => tag !== null)
    .map(({ text }) => text)
    .join('\n')
}

function imageTags({ facts, site, image, publicUrl }: TagParts): Html[] {
  const shown = facts.image === null ? image : publicUrl + facts.image
  if (shown === null) return []
  const alt = facts.image === null ? `${site.name}: ${site.headline}` : `${facts.title}: ${site.name}`
  return [
    property('og:image', shown),
    property('og:image:type', 'image/png'),
    property('og:image:width', openGraphImageSize.width),
    property('og:image:height', openGraphImageSize.height),
    property('og:image:alt', alt),
    html`<meta name="twitter:card" content="summary_large_image">`,
  ]
}

function property(name: string, content: string | number): Html {
  return html`<meta property="${name}" content="${content}">`
}

/** Address of the image that the shell's build has drawn for this owner; null: none. */
export function getOpenGraphImage(
  shell: NonNullable<DiscoveryDocument['shell']>,
  { digest, publicUrl }: { readonly digest: string; readonly publicUrl: string },
): string | null {
  if (shell.prerendered?.site !== digest) return null
  return publicUrl + getReleaseFolder('shell', getReleaseId(shell)) + shell.prerendered.image.file
}
