import { boundedArray, boundedRecord } from '@portico/kit/bounded.ts'
import { maxFiles, ReleaseFileSchema } from '@portico/kit/contract/release-file.ts'
import * as v from 'valibot'
import { ShellPrerenderSchema } from './prerender.ts'
import { maxShared, ReleaseRecordSchema } from './release-record.ts'

const { schemaVersion, version, hash, files, contractVersion, federationVersion } =
  ReleaseRecordSchema.entries

/**
 * Version of what a page and the server exchange: page data and reports. 1: the shell has no rollouts, and refuses page data that names
 * one. 2: `shell` in the page data, and reports about it. 3: remotes of the kind `app`. A server works with every shell up to its own
 * version.
 */
export const protocolVersion = 3

/** Schema of the shell's `release.json`: its scripts, styles and fonts in the order of the page. */
export const ShellRecordSchema = v.strictObject({
  schemaVersion,
  version,
  hash,
  js: boundedArray(ReleaseFileSchema, maxFiles, 'scripts'),
  css: boundedArray(ReleaseFileSchema, maxFiles, 'style sheets'),
  /** Fonts that every page needs; older records have none. */
  fonts: v.exactOptional(boundedArray(ReleaseFileSchema, maxFiles, 'fonts')),
  /** Older records have none. */
  prerendered: v.exactOptional(ShellPrerenderSchema),
  files,
  /** Versions of the packages that it shares with remotes, by name; older records lack these three fields. */
  provides: v.exactOptional(
    boundedRecord({ key: v.string(), value: v.string() }, maxShared, 'shared packages'),
  ),
  contractVersion: v.exactOptional(contractVersion),
  federationVersion: v.exactOptional(federationVersion),
  /** Missing: 1. */
  protocolVersion: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

export type ShellRecord = v.InferOutput<typeof ShellRecordSchema>

/** Whether a shell loads remotes of the kind `app`; an older one refuses page data with them. */
export function loadsApps({ protocolVersion: version = 1 }: Pick<ShellRecord, 'protocolVersion'>): boolean {
  return version >= 3
}

/** Whether a shell reports how it works itself, so that its rollouts can be compared. */
export function reportsShell({
  protocolVersion: version = 1,
}: Pick<ShellRecord, 'protocolVersion'>): boolean {
  return version >= 2
}
