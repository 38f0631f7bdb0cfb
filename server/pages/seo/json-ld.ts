import type { Site } from '@portico/shared/site/site.ts'
import type { ResolvedMetadata } from './get-page-metadata.ts'

/** A page on the way to an address. */
export interface Breadcrumb {
  readonly name: string
  readonly address: string
}

/** What the structured data of a page is made from. */
interface DataParts {
  readonly facts: Pick<ResolvedMetadata, 'canonical' | 'jsonLd'>
  readonly site: Site
  /** From the home page to this one. */
  readonly crumbs: readonly Breadcrumb[]
  /** Origin of this site. */
  readonly publicUrl: string
}

/** The page in the words of schema.org, as one JSON-LD value; null: there is nothing to tell. */
export function createJsonLd({ facts, site, crumbs, publicUrl }: DataParts): object | null {
  const graph = [
    ...(facts.canonical === '/' ? [webSite(site)] : []),
    ...(crumbs.length > 1 ? [breadcrumbList(crumbs)] : []),
    ...facts.jsonLd,
  ]
  if (graph.length === 0) return null
  return { '@context': 'https://schema.org', '@graph': graph.map((thing) => absolute(thing, publicUrl)) }
}

function webSite({ name, headline }: Site): object {
  return { '@type': 'WebSite', name, description: headline, url: '/', inLanguage: 'en' }
}

function breadcrumbList(crumbs: readonly Breadcrumb[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, address }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: address,
    })),
  }
}

/** Every text that is an address of this site as a whole web address: who reads it may not know where it came from. */
function absolute(value: unknown, publicUrl: string): unknown {
  if (typeof value === 'string') return /^\/(?!\/)/.test(value) ? publicUrl + encodeURI(value) : value
  if (Array.isArray(value)) return value.map((one) => absolute(one, publicUrl))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, absolute(one, publicUrl)]))
}
