import { formatFields } from '@portico/protocol/command-line/format-fields.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import * as v from 'valibot'

const numberHead = 'event'

/** Audit events, each with its number, its time and below each other who did what, where and why. */
export function formatEvents(events: readonly AuditEvent[]): string {
  if (events.length === 0) return 'No events.'
  const numberWidth = Math.max(numberHead.length, ...events.map(({ seq }) => String(seq).length))
  const rows = events.map((event): [string, string] => [
    `${String(event.seq).padStart(numberWidth)}  ${formatTime(event.at)}`,
    describeEvent(event),
  ])
  return formatFields([[`${numberHead.padStart(numberWidth)}  time (UTC)`, 'action'], ...rows])
}

function describeEvent({ what, remote, by, revision, reason, after }: AuditEvent): string {
  return [
    what,
    remote === null ? '' : ` ${remote}`,
    ` by ${by}`,
    revision === null ? '' : `, revision ${revision}`,
    describeEvidence(after),
    reason === null ? '' : `: ${reason}`,
  ].join('')
}

const PromotedSchema = v.object({ promoted: v.optional(v.object({ from: v.string() })) })
const ClaimsSchema = v.object({ ...PromotedSchema.entries, browser: v.optional(v.string()) })
/** Of a published release. Events from before claims were marked have theirs in the event itself. */
const EvidenceSchema = v.object({
  ...ClaimsSchema.entries,
  claims: v.optional(ClaimsSchema),
  verified: v.optional(PromotedSchema),
})

/** What the publisher claims about a release, and what a trusted site has signed. */
function describeEvidence(after: unknown): string {
  const parsed = v.safeParse(EvidenceSchema, after)
  if (!parsed.success) return ''
  const { claims, verified, ...older } = parsed.output
  const { browser, promoted } = claims ?? older
  const claimed = [
    ...(browser === undefined || browser === 'untold' ? [] : [`browser check ${browser}`]),
    ...(promoted === undefined ? [] : [`evidence of ${promoted.from}`]),
  ]
  return [
    verified?.promoted ? `, verified: evidence of ${verified.promoted.from}` : '',
    claimed.length > 0 ? `, claimed: ${claimed.join(', ')}` : '',
  ].join('')
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
