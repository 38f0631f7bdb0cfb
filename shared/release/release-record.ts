import * as v from 'valibot'
import { RemoteManifestSchema, RemotePageSchema } from './manifest.ts'
import { RemotePrerenderSchema } from './prerender.ts'
import { FileNameSchema, IntegritySchema, ReleaseFileSchema } from './release-file.ts'

const { name, team, contractVersion, apiDescription } = RemoteManifestSchema.entries

/** Shape of a page of a release, with the files to fetch for it beside the entry. */
const ReleasePageSchema = v.strictObject({
  ...RemotePageSchema.entries,
  js: v.array(ReleaseFileSchema),
  css: v.array(ReleaseFileSchema),
})

/** Shape of `release.json`, which the build writes into each remote's folder. */
export const ReleaseRecordSchema = v.strictObject({
  schemaVersion: v.literal(1),
  remote: name,
  team,
  version: v.pipe(
    v.string(),
    v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?$/, 'expected a version such as 1.2.0'),
  ),
  /** First eight hexadecimal digits of the SHA-256 of everything the build reads. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/, 'expected eight hexadecimal digits')),
  contractVersion,
  federationVersion: v.string(),
  /** What the shell finds in the container: `./remote`. Records from before the gate have neither this nor `shared`. */
  exposes: v.exactOptional(v.array(v.string())),
  /** Range by name of each package that the shell has to provide, such as `react: ^19.3.1`. */
  shared: v.exactOptional(v.record(v.string(), v.string())),
  /** Name under which the entry leaves its container on `globalThis`; holds the release, so that two never meet. */
  global: v.pipe(v.string(), v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected a name of JavaScript')),
  entry: ReleaseFileSchema,
  pages: v.array(ReleasePageSchema),
  /** Left out where there is nothing to prerender. */
  prerendered: v.exactOptional(RemotePrerenderSchema),
  apiDescription,
  files: v.record(
    FileNameSchema,
    v.strictObject({ integrity: IntegritySchema, bytes: v.pipe(v.number(), v.integer()) }),
  ),
})

/** Everything that is known of one built release of a remote. */
export type ReleaseRecord = v.InferOutput<typeof ReleaseRecordSchema>

/** `1.2.0-0a1b2c3d` */
export function getReleaseId(release: { readonly version: string; readonly hash: string }): string {
  return `${release.version}-${release.hash}`
}
