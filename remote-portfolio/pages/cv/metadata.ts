import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'

export const getMetadata: GetMetadata = ({ site, page }) => [
  { address: page.path, description: `The CV of ${site.name}, ready to print.` },
]
