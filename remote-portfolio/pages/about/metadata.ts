import type { GetMetadata } from '@portico/shared/release/page-metadata.ts'

export const getMetadata: GetMetadata = ({ site, page }) => [
  {
    address: page.path,
    description: `Who ${site.name} is: the story so far, places of work and learning, and skills.`,
  },
]
