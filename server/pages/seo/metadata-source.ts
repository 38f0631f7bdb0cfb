import type { OwnerContent } from '@portico/kit/content/content.ts'
import { listParameters, nameSelection, selectContent } from '@portico/kit/content/content-selection.ts'
import type { PageContentData } from '@portico/kit/contract/content-data.ts'
import { FilledMetadataListSchema, type PageMetadataList } from '@portico/kit/contract/page-metadata.ts'
import type { Site } from '@portico/kit/site/site.ts'
import type { DiscoveryRelease } from '@portico/protocol/discovery/discovery-document.ts'
import { hasParameters } from '@portico/protocol/release/page-paths.ts'
import type { PageContent } from '@portico/protocol/template/content-paths.ts'
import { readMetadata } from '@portico/protocol/template/metadata-template.ts'
import { TemplateError } from '@portico/protocol/template/page-template.ts'
import * as v from 'valibot'
import type { Configuration } from '../../configuration/configuration.ts'
import type { ContentFile, ContentReader } from '../../configuration/open-content.ts'
import type { RemoteSelection } from '../../rollouts/selection/select-releases.ts'
import { readSiteImage } from '../icons/site-image.ts'
import { getYear, openSiteTemplates, type SiteTemplates } from '../prerendered/site-templates.ts'
import { getParameters, type MatchedPage } from '../selection/match-page.ts'
import { fillMetadata } from './fill-metadata.ts'

export interface MetadataSource {
  readonly site: Site
  readonly templates: SiteTemplates
  /** The owner's content as it is now: the same object until it changes. */
  readContent(): ContentFile
  /** What a page shows of the content at `path`; null: there is no page; undefined: it shows nothing of it. */
  findContent(page: ContentPage, path: string): ShownContent | null | undefined
  /** Whether a page exists, with this content: one with parameters has addresses, perhaps none. */
  exists(page: ContentPage): boolean
  /** The path of the site's Open Graph image; null: it has none. */
  readonly image: string | null
  /** The metadata in a remote's release, with the owner's values; empty if it isn't stored here, or of an older build. */
  getMetadata(remote: RemoteSelection): PageMetadataList
  /** Every address of a page with parameters; null: its release doesn't list them, or isn't stored here. */
  listAddresses(page: MatchedPage): readonly string[] | null
}

/** The owner's content, and what the page at an address shows of it. */
export interface ShownContent extends PageContent {
  readonly data: PageContentData
}

type ContentPage = Pick<MatchedPage['page'], 'path' | 'content'>

export interface MetadataServices {
  readonly site: Site
  readonly configuration: Configuration
  readonly content: ContentReader
}

/** Opens the sources of a site. In development, where the owner's values may change, nothing is prerendered. */
export function openMetadataSource({ site, configuration, content }: MetadataServices): MetadataSource {
  const templates = openSiteTemplates({ site, configuration })
  const caches = new WeakMap<ContentFile, WeakMap<DiscoveryRelease, PageMetadataList | null>>()
  const read = (remote: RemoteSelection) => {
    const file = content.read()
    const cache = caches.get(file) ?? new WeakMap<DiscoveryRelease, PageMetadataList | null>()
    caches.set(file, cache)
    const metadata = cache.has(remote.release)
      ? cache.get(remote.release)
      : fillRelease(remote, templates, file.content)
    cache.set(remote.release, metadata ?? null)
    return metadata ?? null
  }
  const findContent: MetadataSource['findContent'] = (page, path) => {
    if (page.content === undefined) return undefined
    const parameters = getParameters(page.path, path)
    if (parameters === null) return null
    const tree = content.read().content
    const value = selectContent(tree, page.content, parameters)
    return value && { tree, parameters, data: { name: nameSelection(page.content), parameters, value } }
  }
  const exists: MetadataSource['exists'] = (page) =>
    hasParameters(page.path) || findContent(page, page.path) !== null
  return {
    site,
    templates,
    readContent: content.read,
    findContent,
    exists,
    image: readSiteImage(configuration)?.address ?? null,
    getMetadata: (remote) => read(remote) ?? [],
    listAddresses({ remote, page }) {
      if (!exists(page)) return []
      if (!remote.release.prerendered?.listed?.includes(page.path)) return null
      const metadata = read(remote)?.filter(({ path }) => path === page.path)
      return metadata?.map(({ head }) => head.address) ?? null
    },
  }
}

/** null: the file is missing or damaged, or of an older build. */
function fillRelease(
  { name, release }: RemoteSelection,
  templates: SiteTemplates,
  content: OwnerContent,
): PageMetadataList | null {
  const { prerendered, version, hash } = release
  if (prerendered === undefined || prerendered.site !== undefined) return null
  const text = templates.texts.read({ app: name, version, hash }, prerendered.metadata)
  if (text === null) return null
  const values = { ...templates.owner, year: getYear() }
  try {
    const entries = readMetadata(text).flatMap((entry) => {
      const page = release.pages.find(({ path }) => path === entry.path)
      if (page?.content === undefined) return [fillMetadata(entry, values)]
      // One entry describes the page at each of its addresses.
      const addresses = listParameters(content, page.content)
      return addresses.map((parameters) =>
        fillMetadata(entry, { ...values, page: { tree: content, parameters } }),
      )
    })
    // The owner's texts may be longer than a build's.
    const filled = v.safeParse(FilledMetadataListSchema, entries)
    return filled.success ? filled.output : null
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
  }
}
