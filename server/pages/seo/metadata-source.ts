import type { DiscoveryRelease } from '@portico/shared/release/discovery-document.ts'
import {
  FilledMetadataListSchema,
  type PageMetadataList,
  PageMetadataListSchema,
} from '@portico/shared/release/page-metadata.ts'
import { fillOwnerJson } from '@portico/shared/site/fill-owner-template.ts'
import type { Site } from '@portico/shared/site/site.ts'
import * as v from 'valibot'
import type { Services } from '../../services.ts'
import { readSiteImage } from '../icons/site-image.ts'
import { getYear, type OwnerHtml, openOwnerHtml } from '../prerendered/owner-html.ts'
import type { MatchedPage, RemoteSelection } from '../selection/match-page.ts'

/** Sources of page metadata. */
export interface MetadataSource {
  readonly site: Site
  readonly html: OwnerHtml
  /** The path of the site's Open Graph image; null: it has none of its own. */
  readonly image: string | null
  /** The metadata in a remote's release, with the owner's values; empty if an older build made it for another owner. */
  getMetadata(remote: RemoteSelection): PageMetadataList
  /** Every address of a page with parameters; null: its release doesn't list them, or isn't stored here. */
  listAddresses(page: MatchedPage): readonly string[] | null
}

/** Opens the sources of a site. In development, where the owner's values may change, nothing is prerendered. */
export function openMetadataSource({
  site,
  configuration,
}: Pick<Services, 'site' | 'configuration'>): MetadataSource {
  const html = openOwnerHtml({ site, configuration })
  const cache = new WeakMap<DiscoveryRelease, PageMetadataList | null>()
  const read = (remote: RemoteSelection) => {
    const metadata = cache.has(remote.release) ? cache.get(remote.release) : readMetadata(remote, html)
    cache.set(remote.release, metadata ?? null)
    return metadata ?? null
  }
  return {
    site,
    html,
    image: readSiteImage(configuration)?.address ?? null,
    getMetadata: (remote) => (html.isForOwner(remote.release.prerendered) ? (read(remote) ?? []) : []),
    listAddresses({ remote, page }) {
      if (!remote.release.prerendered?.listed?.includes(page.path)) return null
      const metadata = read(remote)?.filter(({ path }) => path === page.path)
      return metadata?.map(({ head }) => head.address) ?? null
    },
  }
}

/** null: the file is missing or damaged. */
function readMetadata({ name, release }: RemoteSelection, html: OwnerHtml): PageMetadataList | null {
  const { prerendered, version, hash } = release
  if (prerendered === undefined) return null
  const text = html.texts.read({ app: name, version, hash }, prerendered.metadata)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PageMetadataListSchema), text)
  if (!parsed.success) return null
  // The owner's texts may be longer than a build's.
  const filled = v.safeParse(
    FilledMetadataListSchema,
    fillOwnerJson(parsed.output, { ...html.values, year: getYear() }),
  )
  return filled.success ? filled.output : null
}
