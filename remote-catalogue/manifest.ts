import { contractVersion } from '@portico/shared/contract/contract.ts'
import type { RemoteManifest } from '@portico/shared/release/manifest.ts'
import { categories } from './data/index.ts'
import { apiDescriptionFile } from './export/file-names.ts'

/** What the catalogue serves, and who answers for it. */
export const manifest: RemoteManifest = {
  name: 'catalogue',
  team: 'Catalogue team',
  contractVersion,
  apiDescription: apiDescriptionFile,
  pages: categories.map(({ file, ...category }) => ({
    ...category,
    access: 'private',
    searchable: true,
    chunks: [file, 'listing'],
  })),
}
