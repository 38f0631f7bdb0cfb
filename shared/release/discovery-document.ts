import * as v from 'valibot'
import { paths } from '../paths.ts'
import { SiteSchema } from '../site/site.ts'
import { RemotePageSchema } from './manifest.ts'
import { ReleaseRecordSchema } from './release-record.ts'
import { ShellRecordSchema } from './shell-record.ts'

const { remote, team, version, hash, contractVersion, global, entry, pages, prerendered, apiDescription } =
  ReleaseRecordSchema.entries

/** Shape of a release as the document names it: what a browser needs to load it, no more. */
export const DiscoveryReleaseSchema = v.strictObject({
  version,
  hash,
  contractVersion,
  global,
  entry,
  pages,
  prerendered,
  apiDescription,
})

/** A release as the document names it. */
export type DiscoveryRelease = v.InferOutput<typeof DiscoveryReleaseSchema>

/** Basis points: 10000 is everyone. */
export const ShareSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

/** Shape of the release that a share of the visitors gets. */
const CanarySchema = v.strictObject({
  release: DiscoveryReleaseSchema,
  rollout: v.string(),
  /** 64 random bits in hexadecimal digits: who gets the canary of this rollout is unlike any other rollout's. */
  salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  share: ShareSchema,
})

/** Shape of a remote in the document. */
const DiscoveryRemoteSchema = v.strictObject({
  team,
  /** What everyone gets. */
  stable: DiscoveryReleaseSchema,
  /** What takes the place of a stable release that fails: the stable one before it. */
  fallback: v.exactOptional(DiscoveryReleaseSchema),
  canary: v.exactOptional(CanarySchema),
  /** There: the remote is switched off, for this reason. */
  off: v.exactOptional(v.string()),
})

/** A remote in the document. */
export type DiscoveryRemote = v.InferOutput<typeof DiscoveryRemoteSchema>

const { js, css, fonts, prerendered: prerenderShell } = ShellRecordSchema.entries

/** Shape of `/-/discovery.json`, the same for every visitor. */
export const DiscoveryDocumentSchema = v.strictObject({
  schemaVersion: v.literal(1),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Scripts, styles and fonts of the page itself; null where no shell was published. */
  shell: v.nullable(v.strictObject({ version, hash, js, css, fonts, prerendered: prerenderShell })),
  remotes: v.record(remote, DiscoveryRemoteSchema),
})

/** What is released on this site. */
export type DiscoveryDocument = v.InferOutput<typeof DiscoveryDocumentSchema>

/** Why a visitor gets the release that they get; `fallback` is what the browser took after a failure. */
export const arms = ['stable', 'canary', 'preview', 'fallback'] as const

// Without the files of the pages: they are most of the document, and the server sends what one page needs of them.
const pagesWithoutFiles = v.array(v.omit(RemotePageSchema, ['route', 'chunks']))
const SelectedReleaseSchema = v.strictObject({
  version,
  hash,
  contractVersion,
  global,
  entry,
  pages: pagesWithoutFiles,
  /** Where its files are, when it is not released here: a preview of what this machine serves. */
  folder: v.exactOptional(v.pipe(v.string(), v.startsWith(paths.local))),
})

/** A release as the shell gets it. */
export type SelectedRelease = v.InferOutput<typeof SelectedReleaseSchema>

/** Shape of a remote in the visitor's part of the document. */
const SelectedRemoteSchema = v.strictObject({
  name: remote,
  team,
  release: SelectedReleaseSchema,
  /** Not there: stable, of a remote without a rollout. */
  arm: v.exactOptional(v.picklist(['stable', 'canary', 'preview'])),
  /** The rollout that this remote is in, whichever arm the visitor is of. */
  rollout: v.exactOptional(v.string()),
  /** What to take in the same page view when `release` fails: stable for a canary or a preview. */
  fallback: v.exactOptional(SelectedReleaseSchema),
  /** A shorter deadline, for there is something better to show, in milliseconds. */
  deadlineMs: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** There: a preview of what is served at `from`; `problem`: why stable is shown instead. */
  local: v.exactOptional(v.strictObject({ from: v.string(), problem: v.nullable(v.string()) })),
  /** There: the remote is switched off and not to be loaded, for this reason. */
  off: v.exactOptional(v.string()),
})

/** A remote with the one release that was chosen for this page view. */
export type SelectedRemote = v.InferOutput<typeof SelectedRemoteSchema>

/** Shape of what the server inlines into the page, under the id `pageDataId`. */
export const PageDataSchema = v.strictObject({
  revision: v.number(),
  /** One deadline over a remote's entry, chunks and styles, in milliseconds. */
  loadDeadlineMs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  remotes: v.array(SelectedRemoteSchema),
  site: SiteSchema,
})

/** What the shell knows before its first request. */
export type PageData = v.InferOutput<typeof PageDataSchema>

/** Element id of the inlined page data. */
export const pageDataId = 'page-data'
