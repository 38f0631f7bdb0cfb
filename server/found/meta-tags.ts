import { releaseFolder } from '@portico/shared/paths.ts'
import { sharePictureSize } from '@portico/shared/release/ahead.ts'
import type { ReleaseDocument } from '@portico/shared/release/document.ts'
import { releaseId } from '@portico/shared/release/release-record.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { type Html, html } from '../plain-page/html.ts'
import type { PageFacts } from './page-facts.ts'

/** What the tags are made from. */
interface TagParts {
  readonly facts: PageFacts
  readonly site: Site
  /** Whole web address of the site's picture for previews; null: there is none. */
  readonly picture: string | null
  /** Origin of this site. */
  readonly publicUrl: string
}

/** What a page's head tells search engines and previews. */
export function metaTags(parts: TagParts): string {
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
    ...pictureTags(parts),
  ]
  return tags
    .filter((tag) => tag !== null)
    .map(({ text }) => text)
    .join('\n')
}

function pictureTags({ facts, site, picture, publicUrl }: TagParts): Html[] {
  const shown = facts.picture === null ? picture : publicUrl + facts.picture
  if (shown === null) return []
  const alt = facts.picture === null ? `${site.name}: ${site.headline}` : `${facts.title}: ${site.name}`
  return [
    property('og:image', shown),
    property('og:image:type', 'image/png'),
    property('og:image:width', sharePictureSize.width),
    property('og:image:height', sharePictureSize.height),
    property('og:image:alt', alt),
    html`<meta name="twitter:card" content="summary_large_image">`,
  ]
}

function property(name: string, content: string | number): Html {
  return html`<meta property="${name}" content="${content}">`
}

/** Address of the picture that the shell's build has drawn for this owner; null: none. */
export function sharePicture(
  shell: NonNullable<ReleaseDocument['shell']>,
  { digest, publicUrl }: { readonly digest: string; readonly publicUrl: string },
): string | null {
  if (shell.ahead?.site !== digest) return null
  return publicUrl + releaseFolder('shell', releaseId(shell)) + shell.ahead.picture.file
}
