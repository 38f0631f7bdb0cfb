import type { Project } from '@portico/shared/content/content.ts'
import type { Destination } from '@portico/shared/contract/contract.ts'
import { content as projects } from './projects.content.ts'

/** What the site's search finds: every project, and the QR page of every bot. */
export const destinations: readonly Destination[] = getDestinations(projects)

export function getDestinations(all: readonly Project[]): Destination[] {
  return all.flatMap(({ slug, name, tags, bot }) => {
    const path = `/projects/${slug}`
    const project = { name, path, keywords: ['project', ...tags] }
    if (bot === undefined) return [project]
    return [project, { name: `${name}: QR code`, path: `${path}/qr`, keywords: ['project', 'whatsapp'] }]
  })
}
