import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'
import type { Site } from '@portico/kit/site/site.ts'

/** The owner's profile. The page has two paths; the first one is canonical. */
export const getMetadata: GetMetadata = ({ site, page, pages }) => {
  const first = pages.find(({ route }) => route === page.route) ?? page
  return [
    {
      address: page.path,
      canonical: first.path,
      description: `${site.name}: ${site.headline}. Projects, and a catalogue of small, useful API endpoints.`,
      jsonLd: [{ '@type': 'ProfilePage', url: first.path, mainEntity: describePerson(site, first.path) }],
    },
  ]
}

function describePerson({ name, headline, location, skills, social }: Site, url: string): object {
  return {
    '@type': 'Person',
    name,
    description: headline,
    url,
    knowsAbout: skills,
    sameAs: Object.values(social),
    // Left out where the owner has none.
    address: location,
  }
}
