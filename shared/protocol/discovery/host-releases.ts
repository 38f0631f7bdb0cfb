import * as v from 'valibot'
import { ReportSchema } from './load-report.ts'

/** The visitor's signed id, which the host keeps: browsers send no cookies of this site to other origins. */
const HostVisitorSchema = v.pipe(v.string(), v.maxLength(200))

/** Schema of the body of `POST /-/hosts/<host>/releases`, sent as `text/plain`, so that browsers ask nothing first. */
export const HostRequestSchema = v.strictObject({
  /** null: the visitor is new. */
  visitor: v.nullable(HostVisitorSchema),
  /** The visitor's address, from the host's own server; a browser can't name one. */
  address: v.exactOptional(v.pipe(v.string(), v.ip('expected the address of a visitor'))),
})

/** Schema of a release that a host may load. */
const HostReleaseSchema = v.object({
  /** `<version>-<hash8>` */
  id: v.string(),
  /** URL of the container's entry, whose folder has all other files. */
  entry: v.string(),
  integrity: v.string(),
  /** The container's name on `globalThis`. */
  global: v.string(),
  type: v.picklist(['var', 'module']),
})

export type HostRelease = v.InferOutput<typeof HostReleaseSchema>

/** Schema of the answer: what this visitor's page loads. Not strict, so that plugins understand a newer site. */
export const HostReleasesSchema = v.object({
  schemaVersion: v.literal(1),
  revision: v.number(),
  visitor: HostVisitorSchema,
  /** The right to report this page view once; null: no rollout compares anything. */
  token: v.nullable(v.string()),
  /** One deadline for an entry and its module together, in milliseconds. */
  deadlineMs: v.number(),
  remotes: v.record(
    v.string(),
    v.object({
      team: v.string(),
      release: HostReleaseSchema,
      arm: v.exactOptional(v.picklist(['stable', 'canary'])),
      rollout: v.exactOptional(v.string()),
      /** Replaces `release` if it fails. */
      fallback: v.exactOptional(HostReleaseSchema),
      /** A shorter deadline, because there is a fallback. */
      deadlineMs: v.exactOptional(v.number()),
      /** Why the remote is turned off; it must not be loaded. */
      off: v.exactOptional(v.string()),
    }),
  ),
})

export type HostReleases = v.InferOutput<typeof HostReleasesSchema>

/** Body of `POST /-/hosts/<host>/reports`: like that of `/-/beacon`, with the visitor. */
export const HostReportSchema = v.strictObject({ ...ReportSchema.entries, visitor: HostVisitorSchema })
