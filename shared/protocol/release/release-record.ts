import { boundedArray, boundedRecord } from '@portico/kit/bounded.ts'
import {
  ExposedModuleSchema,
  maxPages,
  maxPerPage,
  ReleasedContentSchema,
  RemoteManifestSchema,
  RemotePageSchema,
} from '@portico/kit/contract/manifest.ts'
import {
  FileNameSchema,
  IntegritySchema,
  maxFiles,
  ReleaseFileSchema,
} from '@portico/kit/contract/release-file.ts'
import * as v from 'valibot'
import { RemotePrerenderSchema } from './prerender.ts'

const { name, team, contractVersion, apiDescription, origins, rollout, budget } = RemoteManifestSchema.entries

// The shell provides eight.
export const maxShared = 100

/** Schema of a page of a release, with the files to fetch in addition to the entry. */
const ReleasePageSchema = v.strictObject({
  ...RemotePageSchema.entries,
  content: ReleasedContentSchema,
  js: boundedArray(ReleaseFileSchema, maxPerPage, 'scripts of a page'),
  css: boundedArray(ReleaseFileSchema, maxPerPage, 'style sheets of a page'),
})

/** Schema of a folder on another origin that has a release's files. No part of it starts with a dot, so it can't be `..`. */
export const BaseUrlSchema = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(
    /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d+)?\/(?:[\w-][\w.-]*\/)*$/,
    'expected a URL such as https://cdn.example/1.2.0/',
  ),
)

/** Schema of `release.json`, which the build writes into each remote's folder. */
export const ReleaseRecordSchema = v.strictObject({
  schemaVersion: v.literal(1),
  remote: name,
  team,
  /**
   * `federated`: a container for the pages of other hosts, with none here. `app`: one with an application that renders its pages
   * itself. Missing: a remote that follows the contract.
   */
  kind: v.exactOptional(v.picklist(['federated', 'app'])),
  /** The exposed module of an application. */
  app: v.exactOptional(ExposedModuleSchema),
  version: v.pipe(
    v.string(),
    v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?$/, 'expected a version such as 1.2.0'),
  ),
  /** First eight hexadecimal digits of the SHA-256 of everything the build reads. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/, 'expected eight hexadecimal digits')),
  contractVersion,
  /** The version of Module Federation whose containers the shell loads. */
  federationVersion: v.string(),
  /** The modules that the container exposes: `./remote`. Older records lack this and `shared`. */
  exposes: v.exactOptional(boundedArray(v.string(), maxPerPage, 'exposed modules')),
  /** Version ranges of the packages that the shell must provide, by name, such as `react: ^19.3.1`. */
  shared: v.exactOptional(
    boundedRecord(
      { key: v.string(), value: v.pipe(v.string(), v.maxLength(100)) },
      maxShared,
      'shared packages',
    ),
  ),
  /** The container's name on `globalThis`; includes the release, so that two never collide. */
  global: v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected a JavaScript identifier')),
  entry: ReleaseFileSchema,
  /** `module`: the entry is an ES module that exports the container. Missing: a script that sets `global`. */
  entryType: v.exactOptional(v.literal('module')),
  pages: boundedArray(ReleasePageSchema, maxPages, 'pages'),
  /** Missing if nothing was prerendered. */
  prerendered: v.exactOptional(RemotePrerenderSchema),
  apiDescription,
  origins,
  /** Scripts that only workers load, always from the site; so the entry has no hashes of them. Missing if there are none. */
  workers: v.exactOptional(boundedArray(FileNameSchema, maxFiles, 'scripts of workers')),
  rollout,
  budget,
  /** The origin from which browsers load its files first, before they try the site. Written by `publish --at`, not by the build. */
  baseUrl: v.exactOptional(BaseUrlSchema),
  files: boundedRecord(
    {
      key: FileNameSchema,
      value: v.strictObject({ integrity: IntegritySchema, bytes: v.pipe(v.number(), v.integer()) }),
    },
    maxFiles,
    'files',
  ),
})

export type ReleaseRecord = v.InferOutput<typeof ReleaseRecordSchema>

/** Returns a release's id, such as `1.2.0-0a1b2c3d`. */
export function getReleaseId(release: { readonly version: string; readonly hash: string }): string {
  return `${release.version}-${release.hash}`
}

/** Returns the version in a release's id: `1.2.0`, of `1.2.0-0a1b2c3d`. */
export function getVersion(id: string): string {
  return id.replace(/-[0-9a-f]{8}$/, '')
}
