import type { Site } from '@portico/kit/site/site.ts'
import type { RemoteSelection } from '../../rollouts/selection/select-releases.ts'
import { matchPage } from '../selection/match-page.ts'
import { getPageMetadata, type ResolvedMetadata } from './get-page-metadata.ts'
import type { MetadataSource } from './metadata-source.ts'

export interface Breadcrumb {
  readonly name: string
  readonly address: string
}

interface JsonLdParts {
  readonly metadata: Pick<ResolvedMetadata, 'canonical' | 'jsonLd'>
  readonly site: Site
  /** From the home page to this one. */
  readonly breadcrumbs: readonly Breadcrumb[]
  readonly publicUrl: string
}

/** The page's structured data (schema.org) as one JSON-LD value; null: there is none. */
export function createJsonLd({ metadata, site, breadcrumbs, publicUrl }: JsonLdParts): object | null {
  const graph = [
    ...(metadata.canonical === '/' ? [createWebSite(site)] : []),
    ...(breadcrumbs.length > 1 ? [createBreadcrumbList(breadcrumbs)] : []),
    ...metadata.jsonLd,
  ]
  if (graph.length === 0) return null
  return { '@context': 'https://schema.org', '@graph': graph.map((node) => toAbsolute(node, publicUrl)) }
}

function createWebSite({ name, headline }: Site): object {
  return { '@type': 'WebSite', name, description: headline, url: '/', inLanguage: 'en' }
}

function createBreadcrumbList(breadcrumbs: readonly Breadcrumb[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ name, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: address,
    })),
  }
}

/** Makes every path in a value an absolute URL, because consumers may not know where the data came from. */
function toAbsolute(value: unknown, publicUrl: string): unknown {
  if (typeof value === 'string') return /^\/(?!\/)/.test(value) ? publicUrl + encodeURI(value) : value
  if (Array.isArray(value)) return value.map((item) => toAbsolute(item, publicUrl))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toAbsolute(item, publicUrl)]))
}

/** The pages from the home page to `address`, including both: one for each parent path that is a page. */
export function getBreadcrumbs(
  address: string,
  remotes: readonly RemoteSelection[],
  sources: MetadataSource,
): Breadcrumb[] {
  const segments = address.split('/').filter(Boolean)
  const parents = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
  return ['/', ...parents].flatMap((folder) => {
    const matched = matchPage(remotes, folder)
    if (matched === null) return []
    const name = folder === '/' ? sources.site.name : getPageMetadata(matched, folder, sources).title
    return [{ name, address: folder }]
  })
}
