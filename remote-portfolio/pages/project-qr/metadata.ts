import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'

export const getMetadata: GetMetadata<'project-qr'> = ({ page, content }) => [
  {
    address: page.path.replace(/:\w+/, content.slug),
    description: `A QR code that opens a chat with ${content.name} on WhatsApp.`,
  },
]
