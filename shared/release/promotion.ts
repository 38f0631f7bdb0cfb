import * as v from 'valibot'
import { CountsSchema, PlanNameSchema, RolloutStatusSchema } from '../rollout/rollout-record.ts'

/** Schema of what a site knows about a release that it has published. */
const EvidenceSchema = v.strictObject({
  publishedAt: v.number(),
  /** Name of the token; `start` if the site published it at startup. */
  publishedBy: v.string(),
  /** The result of the browser check; null: there was none. */
  browser: v.nullable(v.string()),
  /** When everyone got it; null: never. */
  stableAt: v.nullable(v.number()),
  /** Its last rollout; null: there was none. */
  rollout: v.nullable(
    v.strictObject({
      id: v.string(),
      plan: PlanNameSchema,
      status: RolloutStatusSchema,
      ...CountsSchema.entries,
      /** Networks whose loads were counted. */
      networks: v.number(),
    }),
  ),
})

/** Response of `GET /-/releases/{remote}/{version}`. */
export const ExportedReleaseSchema = v.object({
  id: v.string(),
  /** Why it was rolled back; null: it wasn't. */
  quarantined: v.nullable(v.string()),
  evidence: EvidenceSchema,
})

/** A release, for another site. */
export type ExportedRelease = v.InferOutput<typeof ExportedReleaseSchema>

/** Schema of where a release comes from, in the audit log of the site that it was promoted to. */
export const PromotionSchema = v.strictObject({
  /** Origin of the other site. */
  from: v.pipe(v.string(), v.url('expected the address of a site'), v.maxLength(200)),
  ...EvidenceSchema.entries,
})
