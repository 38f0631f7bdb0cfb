import { ContentDataSchema } from '@portico/kit/contract/content-data.ts'
import { ReleasedContentSchema, RemotePageSchema } from '@portico/kit/contract/manifest.ts'
import { SessionRecordSchema } from '@portico/kit/session/session-record.ts'
import { SiteSchema } from '@portico/kit/site/site.ts'
import * as v from 'valibot'
import { ReleaseRecordSchema } from '../release/release-record.ts'
import { ShellRecordSchema } from '../release/shell-record.ts'

const { remote, team, app, version, hash, contractVersion, global, entry, entryType, origins } =
  ReleaseRecordSchema.entries

/** Schema of a release in the discovery document: only what a browser needs to load it. */
export const DiscoveryReleaseSchema = v.pick(ReleaseRecordSchema, [
  'kind',
  'app',
  'version',
  'hash',
  'contractVersion',
  'global',
  'entry',
  'entryType',
  'pages',
  'prerendered',
  'apiDescription',
  'origins',
  'baseUrl',
])

export type DiscoveryRelease = v.InferOutput<typeof DiscoveryReleaseSchema>

/** Basis points: 10000 is everyone. */
export const ShareSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000))

/** Schema of the release that a share of visitors gets. */
// Not strict: earlier revisions contain the salt that then decided who gets the canary, which nobody may see.
const createCanarySchema = <Release extends v.GenericSchema>(release: Release) =>
  v.object({ release, rollout: v.string(), share: ShareSchema })

const DiscoveryRemoteSchema = v.strictObject({
  team,
  /** What everyone gets. */
  stable: DiscoveryReleaseSchema,
  /** Replaces a stable release that fails: the previous stable release. */
  fallback: v.exactOptional(DiscoveryReleaseSchema),
  canary: v.exactOptional(createCanarySchema(DiscoveryReleaseSchema)),
  /** Why the remote is turned off. */
  off: v.exactOptional(v.string()),
})

export type DiscoveryRemote = v.InferOutput<typeof DiscoveryRemoteSchema>

/** Schema of a release of the shell: the scripts, styles and fonts of the page itself. */
// Not strict, so that pages understand a newer server.
export const ShellReleaseSchema = v.object({
  ...v.pick(ShellRecordSchema, ['version', 'hash', 'js', 'css', 'fonts', 'prerendered', 'protocolVersion'])
    .entries,
  /** The releases in this document that it can't run, as `<remote>@<version>-<hash8>`. Missing: none. */
  rejected: v.exactOptional(v.array(v.string())),
})

export type ShellRelease = v.InferOutput<typeof ShellReleaseSchema>

/** Schema of `/-/discovery.json`, the same for every visitor. */
export const DiscoveryDocumentSchema = v.strictObject({
  schemaVersion: v.literal(1),
  revision: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** What everyone gets, or all but the canary's share; null if no shell was published. */
  shell: v.nullable(
    v.object({
      ...ShellReleaseSchema.entries,
      /** The previous stable release: pages continue with it if the shell doesn't start. Not in `/-/discovery.json`. */
      fallback: v.exactOptional(ShellReleaseSchema),
      canary: v.exactOptional(createCanarySchema(ShellReleaseSchema)),
      /** Remotes of the kind `app` in `/-/discovery.json`: pages of older shells don't read this field. */
      apps: v.exactOptional(v.record(remote, DiscoveryRemoteSchema)),
    }),
  ),
  remotes: v.record(remote, DiscoveryRemoteSchema),
})

export type DiscoveryDocument = v.InferOutput<typeof DiscoveryDocumentSchema>

/** Why a visitor gets a release; `fallback`: the browser used it after a failure. */
export const arms = ['stable', 'canary', 'preview', 'fallback'] as const

const { access, icon, summary, searchable, showcase, isolated, listed } = RemotePageSchema.entries

/**
 * Without the pages' files, which are most of the document: the server sends those that one page needs. Checks the shape only: every page of the site is
 * in it, each view pays for it, and the server has checked the texts.
 */
const SelectedPageSchema = v.strictObject({
  path: v.string(),
  access,
  title: v.string(),
  nameInSentence: v.optional(v.string()),
  icon,
  summary,
  count: v.optional(v.number()),
  searchable,
  showcase,
  isolated,
  listed,
  content: ReleasedContentSchema,
})
const SelectedReleaseSchema = v.strictObject({
  version,
  hash,
  contractVersion,
  global,
  entry,
  /** The exposed module of an application, and how its container is loaded. Older shells know neither. */
  app,
  entryType,
  pages: v.array(SelectedPageSchema),
  /** Those of the manifest that the operator has approved. */
  origins,
  /** Where its files are, if on another origin: only the first attempt loads them from there. */
  folder: v.exactOptional(v.pipe(v.string(), v.regex(/^https?:/, 'expected a URL'))),
})

export type SelectedRelease = v.InferOutput<typeof SelectedReleaseSchema>

/** Removes fields that only the build and the server need; the shell rejects them. */
export function toPagesWithoutFiles(pages: DiscoveryRelease['pages']): SelectedRelease['pages'] {
  return pages.map(
    ({
      js: _js,
      css: _css,
      route: _route,
      chunks: _chunks,
      example: _example,
      prerender: _prerender,
      ...page
    }) => page,
  )
}

type Application = Partial<Pick<DiscoveryRelease, 'kind' | 'app' | 'entryType'>>

/** What a shell needs to load an application; nothing for other releases, for which older shells refuse it. */
export function getApplication({
  kind,
  app,
  entryType,
}: { readonly [Key in keyof Application]: Application[Key] | undefined }): Pick<
  SelectedRelease,
  'app' | 'entryType'
> {
  if (kind !== 'app' || app === undefined) return {}
  return { app, ...(entryType && { entryType }) }
}

/** Schema of a remote with the release selected for a visitor. */
const SelectedRemoteSchema = v.strictObject({
  name: remote,
  team,
  release: SelectedReleaseSchema,
  /** Missing: stable, without a rollout. */
  arm: v.exactOptional(v.picklist(['stable', 'canary', 'preview'])),
  /** The remote's current rollout, whichever arm the visitor is in. */
  rollout: v.exactOptional(v.string()),
  /** Replaces `release` in the same page view if it fails: stable for a canary or a preview. */
  fallback: v.exactOptional(SelectedReleaseSchema),
  /** A shorter deadline in milliseconds, because there is a fallback. */
  deadlineMs: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Why the remote is turned off; it must not be loaded. */
  off: v.exactOptional(v.string()),
})

export type SelectedRemote = v.InferOutput<typeof SelectedRemoteSchema>

/** Schema of the release of the shell that was selected for a page view. */
const SelectedShellSchema = v.strictObject({
  /** `<version>-<hash8>`, as in the addresses of its files: `/r/shell/<release>/`. */
  release: v.string(),
  arm: v.picklist(['stable', 'canary', 'preview']),
  /** The shell's current rollout, whichever arm the visitor is in. Missing: a preview. */
  rollout: v.exactOptional(v.string()),
  /** What the page continues with if this release doesn't start: stable for a canary or a preview, otherwise the release before. */
  fallback: v.exactOptional(v.strictObject({ release: v.string() })),
})

export type SelectedShell = v.InferOutput<typeof SelectedShellSchema>

/** Schema of the data that the server inlines into the page under the id `pageDataId`. */
export const PageDataSchema = v.strictObject({
  revision: v.number(),
  /** One deadline for a remote's entry, chunks and styles together, in milliseconds. */
  loadDeadlineMs: v.pipe(v.number(), v.integer(), v.minValue(1)),
  remotes: v.array(SelectedRemoteSchema),
  /** Missing: the shell has no rollout, and this is no preview of one. */
  shell: v.exactOptional(SelectedShellSchema),
  /** The remote whose origins the document's policy allows. Missing: none. */
  policyFor: v.exactOptional(remote),
  site: SiteSchema,
  /** The owner's content. Missing: the server is older. */
  content: v.exactOptional(ContentDataSchema),
  /** Who requested the page; null: nobody is signed in. Missing: the server could not tell. */
  visitor: v.exactOptional(v.nullable(SessionRecordSchema)),
  /** The session token of that visitor, ready to be stored. */
  token: v.exactOptional(v.string()),
})

export type PageData = v.InferOutput<typeof PageDataSchema>

/** The element id of the inlined page data. */
export const pageDataId = 'page-data'
