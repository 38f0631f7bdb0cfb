import type { DocumentRelease } from '@portico/shared/release/document.ts'
import { type PageHeads, PageHeadsSchema } from '@portico/shared/release/page-head.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { siteDigest } from '@portico/shared/site/site-digest.ts'
import * as v from 'valibot'
import { openReleaseTexts, type ReleaseTexts } from '../ahead/release-texts.ts'
import type { Services } from '../app.ts'
import type { ReleasedRemote } from '../pages/match-page.ts'

/** Where what is told of pages comes from. */
export interface FactSources {
  readonly site: Site
  /** What was rendered ahead for another owner's values does not count. */
  readonly digest: string
  readonly texts: ReleaseTexts
  /** What a remote's release tells of its pages. */
  headsOf(remote: ReleasedRemote): PageHeads
}

/** Opens the sources of a site. In development, where the owner's values may change, nothing is rendered ahead. */
export function openFactSources({
  site,
  configuration,
}: Pick<Services, 'site' | 'configuration'>): FactSources {
  const digest = siteDigest(site)
  const texts = openReleaseTexts(configuration.dataDir)
  const kept = new WeakMap<DocumentRelease, PageHeads>()
  return {
    site,
    digest,
    texts,
    headsOf(remote) {
      const heads = kept.get(remote.release) ?? readHeads(remote, { digest, texts })
      kept.set(remote.release, heads)
      return heads
    },
  }
}

function readHeads(
  { name, release }: ReleasedRemote,
  { digest, texts }: Pick<FactSources, 'digest' | 'texts'>,
): PageHeads {
  const { ahead, version, hash } = release
  if (ahead?.site !== digest) return []
  const text = texts.read({ app: name, version, hash }, ahead.heads)
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), PageHeadsSchema), text)
  return parsed.success ? parsed.output : []
}
