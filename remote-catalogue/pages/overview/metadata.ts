import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'

export const getMetadata: GetMetadata = ({ page }) => [
  {
    address: page.path,
    description: 'What the REST API offers, how to get a key, and a search over every endpoint.',
  },
]
