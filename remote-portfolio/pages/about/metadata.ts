import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'

export const getMetadata: GetMetadata = ({ site, page }) => [
  {
    address: page.path,
    description: `About ${site.name}: story, experience, education and skills.`,
  },
]
