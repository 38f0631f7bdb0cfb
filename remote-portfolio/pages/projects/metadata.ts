import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'

export const getMetadata: GetMetadata = ({ site, page }) => [
  { address: page.path, description: `Everything ${site.name} has made, searchable by tag and text.` },
]
