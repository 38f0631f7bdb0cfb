import * as v from 'valibot'
import { Phone, Slug, Text } from '../content-values.ts'
import type { PageContent } from '../page-content.ts'

const schema = v.strictObject({ slug: Slug, name: Text, phone: Phone, message: v.optional(Text) })

/** What the QR page of a bot shows. */
export type ProjectQrContent = v.InferOutput<typeof schema>

/** What the QR page of a bot shows of the owner's content. Other projects have none. */
export const projectQrContent: PageContent<ProjectQrContent> = {
  name: 'project-qr',
  schema,
  make: ({ projects }, parameters) => {
    const project = projects.find(({ slug }) => slug === parameters.name)
    return project?.bot === undefined ? null : { slug: project.slug, name: project.name, ...project.bot }
  },
}
