import * as v from 'valibot'
import { SiteSchema } from '../site/site.ts'
import { RemotePageSchema } from './manifest.ts'
import { ReleaseRecordSchema } from './release-record.ts'
import { ShellRecordSchema } from './shell-record.ts'

const { remote, team, version, hash, contractVersion, global, entry, pages } = ReleaseRecordSchema.entries

/** Shape of a release as the document names it: what a browser needs to load it, no more. */
const DocumentReleaseSchema = v.strictObject({ version, hash, contractVersion, global, entry, pages })

/** A release as the document names it. */
export type DocumentRelease = v.InferOutput<typeof DocumentReleaseSchema>

const { js, css, fonts } = ShellRecordSchema.entries

/** Shape of `/-/discovery.json`, the same for every visitor. */
export const ReleaseDocumentSchema = v.strictObject({
  schemaVersion: v.literal(1),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Scripts, styles and fonts of the page itself; null where no shell was published. */
  shell: v.nullable(v.strictObject({ version, hash, js, css, fonts })),
  remotes: v.record(remote, v.strictObject({ team, stable: DocumentReleaseSchema })),
})

/** What is released on this site. */
export type ReleaseDocument = v.InferOutput<typeof ReleaseDocumentSchema>

// Without the files of the pages: they are most of the document, and the server preloads those that are needed.
const pagesWithoutFiles = v.array(v.omit(RemotePageSchema, ['chunks']))

/** Shape of a remote in the visitor's part of the document. */
const ChosenRemoteSchema = v.strictObject({
  name: remote,
  team,
  release: v.strictObject({ ...DocumentReleaseSchema.entries, pages: pagesWithoutFiles }),
})

/** A remote with the one release that was chosen for this page view. */
export type ChosenRemote = v.InferOutput<typeof ChosenRemoteSchema>

/** Shape of what the server inlines into the page, under the id `pageDataId`. */
export const PageDataSchema = v.strictObject({
  revision: v.number(),
  /** One deadline over a remote's entry, chunks and styles, in milliseconds. */
  loadDeadlineMs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  remotes: v.array(ChosenRemoteSchema),
  site: SiteSchema,
})

/** What the shell knows before its first request. */
export type PageData = v.InferOutput<typeof PageDataSchema>

/** Element id of the inlined page data. */
export const pageDataId = 'page-data'
