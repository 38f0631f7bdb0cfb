import { AppNameSchema } from '@portico/kit/contract/manifest.ts'
import * as v from 'valibot'
import { ReleaseRecordSchema } from '../release/release-record.ts'
import { EventsSchema } from '../rollout/rollout-api.ts'
import { PlanNameSchema, RolloutStatusSchema } from '../rollout/rollout-record.ts'
import { ValidationReportSchema } from './release-api.ts'

const remote = AppNameSchema
const { version, hash } = ReleaseRecordSchema.entries

const Change = v.object({ name: v.string(), before: v.nullable(v.string()), after: v.nullable(v.string()) })

/** Response of `GET /-/releases/{remote}/{version}/detail`: everything the site knows about a release. */
export const ReleaseDetailSchema = v.object({
  remote,
  /** `<version>-<hash8>` */
  id: v.string(),
  version,
  hash,
  publishedAt: v.number(),
  publishedBy: v.string(),
  /** The commit that its publisher named, as `publish` found it; null: none. */
  commit: v.nullable(v.string()),
  /** Why it was rolled back; null: it wasn't. */
  quarantined: v.nullable(v.string()),
  /** When everyone got it for the first time; null: never. */
  stableAt: v.nullable(v.number()),
  /** When its files were removed; null: they are stored. */
  collectedAt: v.nullable(v.number()),
  /** The result of the browser check that the publisher claimed; null: none. */
  browser: v.nullable(v.string()),
  /** The site that it was promoted from; null: none. */
  promotedFrom: v.nullable(v.object({ site: v.string(), stableAt: v.nullable(v.number()) })),
  files: v.array(v.object({ name: v.string(), bytes: v.number() })),
  /** The one that was stable before, or published before it, and what this one changes; null: it is the first. */
  previous: v.nullable(
    v.object({
      id: v.string(),
      /** Sizes of both; a hash in a name is ignored. null: the file is missing in that release. */
      files: v.array(
        v.object({ name: v.string(), before: v.nullable(v.number()), after: v.nullable(v.number()) }),
      ),
      /** Members of the manifest with another value, as JSON. */
      manifest: v.array(Change),
      /** Version ranges of shared packages. */
      shared: v.array(Change),
      /** What a visitor who has the previous one fetches for the entry and all pages, uncompressed. */
      newBytes: v.number(),
    }),
  ),
  /** What the release validation finds today; null: its files aren't stored. */
  checks: v.nullable(ValidationReportSchema.entries.findings),
  /** Its rollouts on this site, newest first. */
  rollouts: v.array(
    v.object({
      id: v.string(),
      plan: PlanNameSchema,
      status: RolloutStatusSchema,
      startedAt: v.number(),
      startedBy: v.string(),
      changedAt: v.number(),
      reason: v.nullable(v.string()),
    }),
  ),
  /** Events that name it, oldest first. */
  events: EventsSchema.entries.events,
})

export type ReleaseDetail = v.InferOutput<typeof ReleaseDetailSchema>
