import { OwnerContentSchema } from '@portico/kit/content/content.ts'
import type { Destination } from '@portico/kit/contract/contract.ts'
import * as v from 'valibot'

const { slug, name, tags, isBot } = OwnerContentSchema.entries.projects.item.entries
const ContentSchema = v.object({ projects: v.array(v.object({ slug, name, tags, isBot })) })

/** What the site's search finds in the content file of a site: every project, and the QR page of every bot. */
export function getDestinations(content: unknown): Destination[] {
  return v.parse(ContentSchema, content).projects.flatMap((project): Destination[] => {
    const path = `/projects/${project.slug}`
    const { name } = project
    const own = { name, path, keywords: ['project', ...project.tags] }
    if (!project.isBot) return [own]
    return [own, { name: `${name}: QR code`, path: `${path}/qr`, keywords: ['project', 'whatsapp'] }]
  })
}
