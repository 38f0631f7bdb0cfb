import type { DiscoveryRelease } from '@portico/shared/release/discovery-document.ts'
import { type PageMetadataList, PageMetadataListSchema } from '@portico/shared/release/page-metadata.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { getSiteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import type { Services } from '../../services.ts'
import { openReleaseTexts, type ReleaseTexts } from '../prerendered/release-texts.ts'
import type { MatchedPage, RemoteSelection } from '../selection/match-page.ts'

/** Sources of page metadata. */
export interface MetadataSource {
  readonly site: Site
  /** Digest of the owner's values; pages prerendered for other values are ignored. */
  readonly digest: string
  readonly texts: ReleaseTexts
  /** The metadata in a remote's release; empty if it was created for other values of the owner. */
  getMetadata(remote: RemoteSelection): PageMetadataList
  /** Every address of a page with parameters; null: its release doesn't list them, or isn't stored here. */
  listAddresses(page: MatchedPage): readonly string[] | null
}

/** Opens the sources of a site. In development, where the owner's values may change, nothing is prerendered. */
export function openMetadataSource({
  site,
  configuration,
}: Pick<Services, 'site' | 'configuration'>): MetadataSource {
  const digest = getSiteDigest(site)
  const texts = openReleaseTexts(configuration.dataDir)
  const cache = new WeakMap<DiscoveryRelease, PageMetadataList | null>()
  const read = (remote: RemoteSelection) => {
    const metadata = cache.has(remote.release) ? cache.get(remote.release) : readMetadata(remote, texts)
    cache.set(remote.release, metadata ?? null)
    return metadata ?? null
  }
  return {
    site,
    digest,
    texts,
    getMetadata: (remote) => (remote.release.prerendered?.site === digest ? (read(remote) ?? []) : []),
    listAddresses({ remote, page }) {
      if (!remote.release.prerendered?.listed?.includes(page.path)) return null
      const metadata = read(remote)?.filter(({ path }) => path === page.path)
      return metadata?.map(({ head }) => head.address) ?? null
    },
  }
}

/** null: the file is missing or damaged. */
function readMetadata({ name, release }: RemoteSelection, texts: ReleaseTexts): PageMetadataList | null {
  const { prerendered, version, hash } = release
  if (prerendered === undefined) return null
  const text = texts.read({ app: name, version, hash }, prerendered.metadata)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PageMetadataListSchema), text)
  return parsed.success ? parsed.output : null
}
