import {
  type DiscoveryDocument,
  type DiscoveryRelease,
  DiscoveryReleaseSchema,
  type ShellRelease,
  ShellReleaseSchema,
} from '@portico/protocol/discovery/discovery-document.ts'
import type { ReleaseRecord } from '@portico/protocol/release/release-record.ts'
import type { ShellRecord } from '@portico/protocol/release/shell-record.ts'
import * as v from 'valibot'
import type { Build } from '../storage/read-builds.ts'

/** The document with `build` as the release that everyone gets. Pure. */
export function withRelease(document: DiscoveryDocument, build: Build): DiscoveryDocument {
  if (build.kind === 'shell') return { ...document, shell: toShellRelease(build.record) }
  const { remote, team } = build.record
  const stable = toDiscoveryRelease(build.record)
  return { ...document, remotes: { ...document.remotes, [remote]: { team, stable } } }
}

const LooseReleaseSchema = v.object(DiscoveryReleaseSchema.entries) // not strict: drops the rest of a record

/** A release as the document describes it: the part of its record that a browser needs to load it. */
export function toDiscoveryRelease(record: ReleaseRecord): DiscoveryRelease {
  return v.parse(LooseReleaseSchema, record)
}

/** A release of the shell as the document describes it: the part of its record that a page needs. */
export function toShellRelease(record: ShellRecord): ShellRelease {
  return v.parse(ShellReleaseSchema, record)
}
