import type { GetMetadata } from '@portico/shared/release/page-metadata.ts'

export const getMetadata: GetMetadata = ({ site, page }) => [
  { address: page.path, description: `The CV of ${site.name}, ready to print.` },
]
