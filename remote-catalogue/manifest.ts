import { contractVersion } from '@portico/shared/contract/contract.ts'
import type { RemoteManifest } from '@portico/shared/release/manifest.ts'
import { categories } from './data/categories.build.ts'
import { describeSize } from './data/describe-size.ts'
import { getCategoryChunk } from './data/load-category.ts'
import { apiDescriptionFile } from './export/file-names.ts'

/** The pages of the catalogue, and the team that owns them. */
export const manifest: RemoteManifest = {
  name: 'catalogue',
  team: 'Catalogue team',
  contractVersion,
  apiDescription: apiDescriptionFile,
  pages: [
    {
      path: '/api',
      access: 'private',
      title: 'Api',
      route: 'overview',
      summary: describeSize(),
      showcase: true,
    },
    ...categories.map(({ path, title, icon, count, summary, file }) => ({
      path,
      access: 'private' as const,
      title,
      icon: `icon-${icon}`,
      count,
      summary,
      searchable: true,
      chunks: [getCategoryChunk(file), 'listing'],
    })),
  ],
}
