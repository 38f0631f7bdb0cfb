import * as v from 'valibot'
import { ReleaseRecordSchema } from './release-record.ts'

const { remote, version, hash } = ReleaseRecordSchema.entries
const Moment = v.number()

/** Shape of what the gate found of one check. */
const FindingSchema = v.object({
  /** Such as `byte-budget`. Any text: a site may look at more than the command of an older clone knows. */
  check: v.string(),
  isOk: v.boolean(),
  /** What was expected and what came. */
  message: v.string(),
  /** How to mend it; empty where nothing is wrong. */
  hint: v.string(),
})

/** What the gate found of one check. */
export type Finding = v.InferOutput<typeof FindingSchema>

/** Shape of the answer of `POST /-/releases/{remote}/{version}/check`. */
export const ValidationReportSchema = v.object({ isOk: v.boolean(), findings: v.array(FindingSchema) })

/** What the gate found of one archive. */
export type ValidationReport = v.InferOutput<typeof ValidationReportSchema>

/** What a team says of the one load in a browser that belongs to the gate and happens on its own machine. */
const browserChecks = ['mounted', 'no-page', 'skipped', 'untold'] as const

/** Shape of the query of `PUT /-/releases/{remote}/{version}`: whether the release was opened in the shell before. */
export const PublishQuerySchema = v.pipe(
  v.strictObject({
    browser: v.optional(v.picklist(browserChecks), 'untold'),
    reason: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1, 'expected a reason'), v.maxLength(500))),
  }),
  v.check(
    ({ browser, reason }) => browser !== 'skipped' || reason !== undefined,
    'expected a reason for skipping the load in a browser',
  ),
)

/** Shape of the answer of `PUT /-/releases/{remote}/{version}`: 201 `published`, 200 `unchanged`. */
export const PublishResultSchema = v.object({
  outcome: v.picklist(['published', 'unchanged']),
  /** `<remote>@<version>-<hash8>` */
  id: v.string(),
  remote,
  version,
  hash,
  /** Of all files, unpacked and not compressed. */
  bytes: v.number(),
})

/** A release that the site has. */
export type PublishResult = v.InferOutput<typeof PublishResultSchema>

/** Shape of one release in a list. */
const ListedReleaseSchema = v.object({
  /** `<version>-<hash8>` */
  id: v.string(),
  version,
  hash,
  bytes: v.number(),
  publishedAt: Moment,
  /** Name of the token; `start` for what the site itself published. */
  publishedBy: v.string(),
  /** Why it was taken back; null: it was not. */
  quarantined: v.nullable(v.string()),
})

/** Shape of the answer of `GET /-/releases/{remote}`; the newest release first. */
export const RemoteReleasesSchema = v.object({
  remote,
  team: v.string(),
  /** Ids `<version>-<hash8>`; null: none. */
  stable: v.nullable(v.string()),
  fallback: v.nullable(v.string()),
  canary: v.nullable(v.string()),
  /** Why it is switched off; null: it is on. */
  off: v.nullable(v.string()),
  /** Why no release of it may start or grow; null: it may. */
  frozen: v.nullable(v.string()),
  releases: v.array(ListedReleaseSchema),
})

/** Everything that the site knows of a remote's releases. */
export type RemoteReleases = v.InferOutput<typeof RemoteReleasesSchema>

/** Shape of the answer of `POST /-/releases/collect`: `<app>@<version>-<hash8>` of each release whose files went. */
export const CollectResultSchema = v.object({ collected: v.array(v.string()) })
