import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'

// Search engines are sent to the home page: nobody should find this page there once it has disappeared.
export const getMetadata: GetMetadata = ({ site, page }) => [
  {
    address: page.path,
    canonical: '/',
    description: `What to change to make this the site of ${site.name}.`,
  },
]
