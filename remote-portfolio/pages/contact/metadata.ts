import type { GetMetadata } from '@portico/shared/release/page-metadata.ts'

export const getMetadata: GetMetadata = ({ site, page }) => [
  {
    address: page.path,
    description: `How to reach ${site.name}: WhatsApp, email, phone and a contact form.`,
  },
]
