import * as v from 'valibot'
import { QrDrawingSchema } from '../content.ts'
import { HttpAddress, Phone, Slug, Text } from '../content-values.ts'
import type { PageContent } from '../page-content.ts'

const schema = v.strictObject({
  slug: Slug,
  name: Text,
  phone: Phone,
  /** What is typed in for the visitor; may be empty. */
  message: v.string(),
  /** Opens a chat with this message. */
  link: HttpAddress,
  /** Of the link. */
  qr: QrDrawingSchema,
})

/** What the QR page of a bot shows. */
export type ProjectQrContent = v.InferOutput<typeof schema>

/** What the QR page of a bot shows of the owner's content. Other projects have none. */
export const projectQrContent: PageContent<ProjectQrContent> = {
  name: 'project-qr',
  schema,
  make: ({ projects }, parameters) => {
    const project = projects.find(({ slug }) => slug === parameters.name)
    if (project?.bot === undefined) return null
    return { slug: project.slug, name: project.name, ...project.bot }
  },
}
