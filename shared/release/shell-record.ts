import * as v from 'valibot'
import { ShellPrerenderSchema } from './prerender.ts'
import { ReleaseFileSchema } from './release-file.ts'
import { ReleaseRecordSchema } from './release-record.ts'

const { schemaVersion, version, hash, files, contractVersion, federationVersion } =
  ReleaseRecordSchema.entries

/** Schema of the shell's `release.json`: its scripts, styles and fonts in the order of the page. */
export const ShellRecordSchema = v.strictObject({
  schemaVersion,
  version,
  hash,
  js: v.array(ReleaseFileSchema),
  css: v.array(ReleaseFileSchema),
  /** Fonts that every page needs; older records have none. */
  fonts: v.exactOptional(v.array(ReleaseFileSchema)),
  /** Older records have none. */
  prerendered: v.exactOptional(ShellPrerenderSchema),
  files,
  /** Versions of the packages that it shares with remotes, by name; older records lack these three fields. */
  provides: v.exactOptional(v.record(v.string(), v.string())),
  contractVersion: v.exactOptional(contractVersion),
  federationVersion: v.exactOptional(federationVersion),
})

/** A built release of the shell. */
export type ShellRecord = v.InferOutput<typeof ShellRecordSchema>
