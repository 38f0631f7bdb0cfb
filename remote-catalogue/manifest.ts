import type { RemoteManifest } from '@portico/kit/contract/manifest.ts'
import { categories } from './data/categories.build.ts'
import { describeSize } from './data/describe-size.ts'
import { galleryChunks } from './data/gallery-chunks.build.ts'
import { getCategoryChunk } from './data/load-category.ts'
import { apiDescriptionFile } from './export/file-names.ts'
import { viewParameters } from './model/facet-values.ts'

const nameInSentence = 'the API catalogue'

/** The pages of the catalogue, and the team that owns them. */
export const manifest: RemoteManifest = {
  name: 'catalogue',
  team: 'Catalogue team',
  contractVersion: 2,
  apiDescription: apiDescriptionFile,
  pages: [
    {
      path: '/api',
      access: 'private',
      title: 'Api',
      nameInSentence,
      route: 'overview',
      summary: describeSize(),
      searchable: true,
      showcase: true,
      prerender: { except: viewParameters },
    },
    ...categories.map(({ path, title, icon, count, summary, file }) => ({
      path,
      access: 'private' as const,
      title,
      nameInSentence,
      icon: `icon-${icon}`,
      count,
      summary,
      searchable: true,
      prerender: { except: viewParameters },
      chunks: [getCategoryChunk(file), 'listing', ...(galleryChunks[path] ?? [])],
    })),
  ],
}
