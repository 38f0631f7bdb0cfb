import type { AuditEvent } from '@portico/shared/rollout/rollout-api.ts'
import { formatFields } from '../system/format-fields.ts'

const width = 80
const numberHead = 'event'

/** Audit events, each with its number, its time and below each other who did what, where and why. */
export function formatEvents(events: readonly AuditEvent[]): string {
  if (events.length === 0) return 'No events.'
  const numberWidth = Math.max(numberHead.length, ...events.map(({ seq }) => String(seq).length))
  const rows = events.map((event): [string, string] => [
    `${String(event.seq).padStart(numberWidth)}  ${formatTime(event.at)}`,
    describeEvent(event),
  ])
  return formatFields([[`${numberHead.padStart(numberWidth)}  time (UTC)`, 'action'], ...rows], width)
}

function describeEvent({ what, remote, by, revision, reason }: AuditEvent): string {
  return [
    what,
    remote === null ? '' : ` ${remote}`,
    ` by ${by}`,
    revision === null ? '' : `, revision ${revision}`,
    reason === null ? '' : `: ${reason}`,
  ].join('')
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}
