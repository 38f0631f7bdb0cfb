import { formatDateTime } from '@portico/kit/format.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import { Link } from 'react-router'
import * as v from 'valibot'
import { formatDifference, listDifferences } from './differences.ts'
import styles from './event-table.module.css'
import { type Column, Table } from './table.tsx'

interface EventTableProps {
  readonly caption: string
  /** In the order in which they are shown. */
  readonly events: readonly AuditEvent[]
  readonly csv: string
}

/** Events of the audit log: who did what, why, and what it changed. */
export function EventTable({ caption, events, csv }: EventTableProps) {
  return <Table caption={caption} columns={columns} rows={events} getKey={({ seq }) => seq} csv={csv} />
}

const columns: readonly Column<AuditEvent>[] = [
  {
    name: 'Event',
    render: (event) => {
      const address = getAddress(event)
      return (
        <>
          {address === null ? event.what : <Link to={address}>{event.what}</Link>}{' '}
          <span className={styles.number}>#{event.seq}</span>
        </>
      )
    },
    value: ({ what }) => what,
  },
  {
    name: 'Time',
    render: ({ at }) => (
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {formatDateTime(at)}
      </time>
    ),
    value: ({ at }) => new Date(at).toISOString(),
  },
  { name: 'Who', value: ({ by }) => by },
  {
    name: 'Remote',
    render: ({ remote }) => remote !== null && <Link to={`/remotes/${remote}`}>{remote}</Link>,
    value: ({ remote }) => remote,
  },
  { name: 'Reason', value: ({ reason }) => reason },
  {
    name: 'Changes',
    render: (event) => <Changes event={event} />,
    value: ({ before, after }) => listDifferences(before, after).map(formatDifference).join('; '),
  },
]

const PublishedSchema = v.object({ id: v.pipe(v.string(), v.regex(/^[^@]+@[^@]+$/)) })

/** What an event is about: a rollout, or a release that was published; null: neither. */
function getAddress({ what, rollout, after }: AuditEvent): string | null {
  if (rollout !== null) return `/rollouts/${rollout}`
  const parsed = v.safeParse(PublishedSchema, after)
  if (what !== 'release.publish' || !parsed.success) return null
  const [remote, release] = parsed.output.id.split('@')
  return `/remotes/${remote}/releases/${release}`
}

const mostShown = 3

function Changes({ event: { before, after } }: { readonly event: AuditEvent }) {
  const differences = listDifferences(before, after).map(formatDifference)
  const list = (
    <ul className={styles.changes}>
      {differences.map((difference) => (
        <li key={difference}>{difference}</li>
      ))}
    </ul>
  )
  if (differences.length <= mostShown) return differences.length > 0 && list
  return (
    <details>
      <summary>{differences.length} changes</summary>
      {list}
    </details>
  )
}
