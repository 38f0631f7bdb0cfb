import type { PageMetadata, PageMetadataContext } from '@portico/shared/release/page-metadata.ts'
import type { Site } from '@portico/shared/site/site.ts'

/** What is told of the home page: whose profile it is. The same page has two paths, and is known by the first. */
export function getHomeMetadata({ site, page, pages }: PageMetadataContext): PageMetadata {
  const first = pages.find(({ chunks }) => chunks?.[0] === page.chunks?.[0]) ?? page
  return {
    address: page.path,
    canonical: first.path,
    description: `${site.name}: ${site.headline}. Projects, and a catalogue of small, useful API endpoints.`,
    jsonLd: [{ '@type': 'ProfilePage', url: first.path, mainEntity: personOf(site, first.path) }],
  }
}

function personOf({ name, headline, location, skills, social }: Site, url: string): object {
  return {
    '@type': 'Person',
    name,
    description: headline,
    url,
    knowsAbout: skills,
    sameAs: Object.values(social),
    ...(location === undefined ? {} : { homeLocation: { '@type': 'Place', name: location } }),
  }
}
