import * as v from 'valibot'
import { ShellPrerenderSchema } from './prerender.ts'
import { ReleaseFileSchema } from './release-file.ts'
import { ReleaseRecordSchema } from './release-record.ts'

const { schemaVersion, version, hash, files, contractVersion, federationVersion } =
  ReleaseRecordSchema.entries

/** Shape of `release.json` of the shell: its scripts, styles and fonts in the order in which the page names them. */
export const ShellRecordSchema = v.strictObject({
  schemaVersion,
  version,
  hash,
  js: v.array(ReleaseFileSchema),
  css: v.array(ReleaseFileSchema),
  /** What every page needs of fonts; a record from before there were any names none. */
  fonts: v.exactOptional(v.array(ReleaseFileSchema)),
  /** A record from before there was any has none. */
  prerendered: v.exactOptional(ShellPrerenderSchema),
  files,
  /** Version by name of each package that it lends to remotes; a record from before the gate has none of the three. */
  provides: v.exactOptional(v.record(v.string(), v.string())),
  contractVersion: v.exactOptional(contractVersion),
  federationVersion: v.exactOptional(federationVersion),
})

/** Everything that is known of one built release of the shell. */
export type ShellRecord = v.InferOutput<typeof ShellRecordSchema>
