import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'
import { ReleaseRecordSchema } from '../release/release-record.ts'
import { PromotionSchema } from './promotion.ts'

const remote = AppNameSchema
const { version, hash } = ReleaseRecordSchema.entries
const Moment = v.number()

/** Schema of the result of one check of the release validation. */
const FindingSchema = v.object({
  /** Such as `byte-budget`. Any string: a newer site may have checks that this command doesn't know. */
  check: v.string(),
  isOk: v.boolean(),
  /** True: it passes now, but not in the next version. */
  isWarning: v.exactOptional(v.boolean()),
  /** What was expected and what was found. */
  message: v.string(),
  /** How to fix it; empty if it passed. */
  hint: v.string(),
})

export type Finding = v.InferOutput<typeof FindingSchema>

/** What is wrong with a release, and how to fix it; null: nothing. */
export type Failure = Pick<Finding, 'message' | 'hint'> | null

/** Response of `POST /-/releases/{remote}/{version}/check`. */
export const ValidationReportSchema = v.object({ isOk: v.boolean(), findings: v.array(FindingSchema) })

export type ValidationReport = v.InferOutput<typeof ValidationReportSchema>

/** The result of the browser check, which runs on the team's own machine. */
const browserChecks = ['mounted', 'skipped', 'untold'] as const

/** Query of `PUT /-/releases/{remote}/{version}`: what the publisher claims, such as whether the browser check ran. */
export const PublishQuerySchema = v.pipe(
  v.strictObject({
    browser: v.optional(v.picklist(browserChecks), 'untold'),
    reason: v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.minLength(1, 'expected a reason'),
        v.maxLength(500, 'expected at most 500 characters'),
      ),
    ),
    /** The commit that it was built from, as far as its publisher knows; `-dirty`: with changes. */
    commit: v.optional(
      v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}(?:-dirty)?$/, 'expected the hash of a commit')),
    ),
    /** Where a promoted release comes from, as JSON. A claim, unless a trusted site has signed it. */
    promoted: v.optional(v.pipe(v.string(), v.maxLength(2_000), v.parseJson(), PromotionSchema)),
  }),
  v.check(
    ({ browser, reason }) => browser !== 'skipped' || reason !== undefined,
    'expected a reason for skipping the load in a browser',
  ),
)

/** Response of `PUT /-/releases/{remote}/{version}`: 201 `published`, 200 `unchanged`. */
export const PublishResultSchema = v.object({
  outcome: v.picklist(['published', 'unchanged']),
  /** `<remote>@<version>-<hash8>` */
  id: v.string(),
  remote,
  version,
  hash,
  /** Size of all files, unpacked and uncompressed. */
  bytes: v.number(),
  /** Of a promoted release: whether a trusted site has signed its evidence, and if not, why it is a claim. */
  promotion: v.exactOptional(v.object({ isVerified: v.boolean(), message: v.string() })),
  /** What to change about a release that was published. */
  warnings: v.exactOptional(v.array(FindingSchema)),
})

export type PublishResult = v.InferOutput<typeof PublishResultSchema>

/** Schema of one release in a list. */
const ListedReleaseSchema = v.object({
  /** `<version>-<hash8>` */
  id: v.string(),
  version,
  hash,
  bytes: v.number(),
  publishedAt: Moment,
  /** Name of the token; `start` if the site published it at startup. */
  publishedBy: v.string(),
  /** Why it was rolled back; null: it wasn't. */
  quarantined: v.nullable(v.string()),
})

/** Response of `GET /-/releases/{remote}`, with the newest release first. */
export const RemoteReleasesSchema = v.object({
  remote,
  team: v.string(),
  /** Ids `<version>-<hash8>`; null: none. */
  stable: v.nullable(v.string()),
  fallback: v.nullable(v.string()),
  canary: v.nullable(v.string()),
  /** Why it is turned off; null: it is on. */
  off: v.nullable(v.string()),
  /** Why no rollout may start or grow; null: not frozen. */
  frozen: v.nullable(v.string()),
  /** The storage in use, and its limit. Missing: an older site. */
  storage: v.optional(
    v.object({ releases: v.number(), maxReleases: v.number(), bytes: v.number(), maxBytes: v.number() }),
  ),
  releases: v.array(ListedReleaseSchema),
})

export type RemoteReleases = v.InferOutput<typeof RemoteReleasesSchema>

/** Response of `POST /-/releases/collect`: `<app>@<version>-<hash8>` of each release whose files were deleted. */
export const CollectResultSchema = v.object({ collected: v.array(v.string()) })
