import * as v from 'valibot'
import type { ReleaseRecord } from '../release/release-record.ts'
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

/** Schema of a site's signature of what it knows about a release. */
const StatementSchema = v.strictObject({
  /** Origin of the site, as its operator has set it. */
  site: v.pipe(v.string(), v.maxLength(200)),
  at: v.number(),
  /** Ed25519, with the key of the site's audit log, in base64url: see `getEvidenceMessage`. */
  signature: v.pipe(v.string(), v.regex(/^[\w-]{86}$/, 'expected an Ed25519 signature in base64url')),
})

/** Response of `GET /-/releases/{remote}/{version}`. */
export const ExportedReleaseSchema = v.object({
  id: v.string(),
  /** Why it was rolled back; null: it wasn't. */
  quarantined: v.nullable(v.string()),
  evidence: EvidenceSchema,
  /** Missing: it was rolled back, or the site is older. */
  statement: v.exactOptional(StatementSchema),
})

export type ExportedRelease = v.InferOutput<typeof ExportedReleaseSchema>

/** Schema of where a release comes from, in the audit log of the site that it was promoted to. */
export const PromotionSchema = v.strictObject({
  /** Origin of the other site. */
  from: v.pipe(v.string(), v.url('expected the address of a site'), v.maxLength(200)),
  ...EvidenceSchema.entries,
  statement: v.exactOptional(StatementSchema),
})

export type Promotion = v.InferOutput<typeof PromotionSchema>

interface StatedEvidence {
  readonly site: string
  readonly at: number
  readonly release: Pick<ReleaseRecord, 'remote' | 'version' | 'hash' | 'files'>
  readonly evidence: Omit<Promotion, 'from' | 'statement'>
}

/** The text whose signature a statement carries: the evidence, and the hash of every file that it is about. */
export function getEvidenceMessage({ site, at, release, evidence }: StatedEvidence): string {
  const { remote, version, hash, files } = release
  const hashes = Object.keys(files)
    .toSorted()
    .map((file) => [file, files[file]?.integrity])
  const { publishedAt, publishedBy, browser, stableAt, rollout } = evidence
  const known = v.parse(EvidenceSchema, { publishedAt, publishedBy, browser, stableAt, rollout }) // in one order
  return `portico release evidence\n${JSON.stringify([site, at, remote, version, hash, hashes, known])}`
}
