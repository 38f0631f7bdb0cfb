import type {
  PageMetadata,
  PageMetadataByScreen,
  PageMetadataContext,
} from '@portico/shared/release/page-metadata.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { content as projects } from './content/projects.content.ts'
import { getHomeMetadata } from './pages/home/home-metadata.ts'
import { getProjectMetadata, getProjectQrMetadata } from './pages/project/project-metadata.ts'

/** What search engines and previews are told of the portfolio's pages, by the screen that draws them. */
export const metadata: PageMetadataByScreen = {
  home: (parts) => [getHomeMetadata(parts)],
  about: describedBy(
    ({ name }) => `Who ${name} is: the story so far, places of work and learning, and skills.`,
  ),
  cv: describedBy(({ name }) => `The CV of ${name}, ready to be printed.`),
  contact: describedBy(
    ({ name }) => `How to reach ${name}: WhatsApp, mail, phone, and a form for a first word.`,
  ),
  projects: describedBy(({ name }) => `Everything that ${name} has made, by tag and by text.`),
  project: (parts) => getProjectMetadata(projects, parts),
  'project-qr': (parts) => getProjectQrMetadata(projects, parts),
  api: describedBy(
    () => 'What the REST API offers, how to get a key, and a search over all categories of endpoints.',
  ),
}

function describedBy(describe: (site: Site) => string): (parts: PageMetadataContext) => PageMetadata[] {
  return ({ site, page }) => [{ address: page.path, description: describe(site) }]
}
