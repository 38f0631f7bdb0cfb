import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'

export const getMetadata: GetMetadata = ({ site, page }) => [
  {
    address: page.path,
    description: `How to reach ${site.name}: WhatsApp, email, phone and a contact form.`,
  },
]
