import type { DiscoveryRelease } from '@portico/shared/release/discovery-document.ts'
import { type PageMetadataList, PageMetadataListSchema } from '@portico/shared/release/page-metadata.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { getSiteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import type { Services } from '../../services.ts'
import { openReleaseTexts, type ReleaseTexts } from '../prerendered/release-texts.ts'
import type { RemoteSelection } from '../selection/match-page.ts'

/** Sources of page metadata. */
export interface MetadataSource {
  readonly site: Site
  /** Digest of the owner's values; pages prerendered for other values are ignored. */
  readonly digest: string
  readonly texts: ReleaseTexts
  /** The metadata in a remote's release. */
  getMetadata(remote: RemoteSelection): PageMetadataList
}

/** Opens the sources of a site. In development, where the owner's values may change, nothing is prerendered. */
export function openMetadataSource({
  site,
  configuration,
}: Pick<Services, 'site' | 'configuration'>): MetadataSource {
  const digest = getSiteDigest(site)
  const texts = openReleaseTexts(configuration.dataDir)
  const cache = new WeakMap<DiscoveryRelease, PageMetadataList>()
  return {
    site,
    digest,
    texts,
    getMetadata(remote) {
      const metadata = cache.get(remote.release) ?? readMetadata(remote, { digest, texts })
      cache.set(remote.release, metadata)
      return metadata
    },
  }
}

function readMetadata(
  { name, release }: RemoteSelection,
  { digest, texts }: Pick<MetadataSource, 'digest' | 'texts'>,
): PageMetadataList {
  const { prerendered, version, hash } = release
  if (prerendered?.site !== digest) return []
  const text = texts.read({ app: name, version, hash }, prerendered.metadata)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PageMetadataListSchema), text)
  return parsed.success ? parsed.output : []
}
