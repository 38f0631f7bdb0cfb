import {
  type DiscoveryDocument,
  type DiscoveryRelease,
  DiscoveryReleaseSchema,
} from '@portico/shared/release/discovery-document.ts'
import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import type { Built } from '../storage/read-builds.ts'

/** The document in which everyone gets `built`. Pure. */
export function documentWith(document: DiscoveryDocument, built: Built): DiscoveryDocument {
  const { version, hash } = built.record
  if (built.kind === 'shell') {
    const { js, css, fonts = [], prerendered } = built.record
    return { ...document, shell: { version, hash, js, css, fonts, ...(prerendered && { prerendered }) } }
  }
  const { remote, team } = built.record
  const stable = documentRelease(built.record)
  return { ...document, remotes: { ...document.remotes, [remote]: { team, stable } } }
}

const NamedPartSchema = v.object(DiscoveryReleaseSchema.entries) // not strict: it leaves out the rest of a record

/** A release as the document names it: of its record what a browser needs to load it. */
export function documentRelease(record: ReleaseRecord): DiscoveryRelease {
  return v.parse(NamedPartSchema, record)
}
