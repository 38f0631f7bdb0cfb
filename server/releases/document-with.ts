import {
  type DocumentRelease,
  DocumentReleaseSchema,
  type ReleaseDocument,
} from '@portico/shared/release/document.ts'
import type { ReleaseRecord } from '@portico/shared/release/release-record.ts'
import * as v from 'valibot'
import type { Built } from './read-builds.ts'

/** The document in which everyone gets `built`. Pure. */
export function documentWith(document: ReleaseDocument, built: Built): ReleaseDocument {
  const { version, hash } = built.record
  if (built.kind === 'shell') {
    const { js, css, fonts = [], ahead } = built.record
    return { ...document, shell: { version, hash, js, css, fonts, ...(ahead && { ahead }) } }
  }
  const { remote, team } = built.record
  const stable = documentRelease(built.record)
  return { ...document, remotes: { ...document.remotes, [remote]: { team, stable } } }
}

const NamedPartSchema = v.object(DocumentReleaseSchema.entries) // not strict: it leaves out the rest of a record

/** A release as the document names it: of its record what a browser needs to load it. */
export function documentRelease(record: ReleaseRecord): DocumentRelease {
  return v.parse(NamedPartSchema, record)
}
