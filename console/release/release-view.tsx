import { formatDateTime, formatNumber } from '@portico/kit/format.ts'
import { Section } from '@portico/kit/ui/section.tsx'
import type { ReleaseDetail } from '@portico/protocol/publish/release-detail.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { createSizeColumn, createTimeColumn } from '../ui/columns.ts'
import { EventTable } from '../ui/event-table.tsx'
import { Summary } from '../ui/summary.tsx'
import { type Column, Table } from '../ui/table.tsx'
import styles from './release.module.css'
import { ReleaseChanges } from './release-changes.tsx'
import { ReleaseEvidence } from './release-evidence.tsx'

interface ReleaseViewProps {
  readonly detail: ReleaseDetail
  /** Buttons below its description. */
  readonly actions?: ReactNode
}

/** Everything the site knows about a release. */
export function ReleaseView({ detail, actions }: ReleaseViewProps) {
  const { remote, id, quarantined, previous, files, rollouts, events } = detail
  const csv = `${remote}-${id}`
  return (
    <div className={styles.page}>
      <header>
        <Summary>{describeRelease(detail)}</Summary>
        {quarantined !== null && <p className={styles.warning}>Rolled back: {quarantined}</p>}
        <p className={styles.hash}>
          <Link to={`/remotes/${remote}`}>{remote}</Link> {id}
        </p>
        {actions}
      </header>
      <ReleaseEvidence detail={detail} />
      {previous !== null && <ReleaseChanges remote={remote} previous={previous} csv={csv} />}
      <Section id="files" heading="Files">
        <Table
          caption={describeFiles(files)}
          columns={fileColumns}
          rows={files}
          getKey={({ name }) => name}
          csv={`${csv}-files`}
        />
      </Section>
      <Section id="rollouts" heading="Rollouts">
        {rollouts.length === 0 ? (
          <p>It was never rolled out on this site.</p>
        ) : (
          <Table
            caption="Rollouts, newest first"
            isCaptionHidden
            columns={rolloutColumns}
            rows={rollouts}
            getKey={(rollout) => rollout.id}
          />
        )}
      </Section>
      <Section id="events" heading="History">
        <EventTable caption="Events, oldest first" events={events} csv={`${csv}-events`} />
      </Section>
    </div>
  )
}

/** `Published on 22 Nov 2026, 03:54 by ana from commit 0a1b2c3d. Everyone got it on 23 Nov 2026, 11:20.` */
function describeRelease(detail: ReleaseDetail): string {
  const { publishedAt, publishedBy, commit, stableAt, collectedAt } = detail
  const from = commit === null ? '; it names no commit' : ` from commit ${commit.slice(0, 12)}`
  return [
    `Published on ${formatDateTime(publishedAt)} by ${publishedBy}${from}.`,
    stableAt === null ? 'It hasn’t reached everyone.' : `Everyone got it on ${formatDateTime(stableAt)}.`,
    ...(collectedAt === null ? [] : [`Its files were removed on ${formatDateTime(collectedAt)}.`]),
  ].join(' ')
}

type File = ReleaseDetail['files'][number]

function describeFiles(files: readonly File[]): string {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  return `${formatNumber(files.length)} files, ${formatNumber(total / 1_000, 1)} kB uncompressed`
}

const fileColumns: readonly Column<File>[] = [
  { name: 'File', value: ({ name }) => name },
  createSizeColumn('kB', ({ bytes }) => bytes),
]

type Rollout = ReleaseDetail['rollouts'][number]

const rolloutColumns: readonly Column<Rollout>[] = [
  {
    ...createTimeColumn('Started', ({ startedAt }) => startedAt),
    render: ({ id, startedAt }) => <Link to={`/rollouts/${id}`}>{formatDateTime(startedAt)}</Link>,
  },
  { name: 'By', value: ({ startedBy }) => startedBy },
  { name: 'Status', render: ({ status }) => status.replace('-', ' '), value: ({ status }) => status },
  { name: 'Plan', value: ({ plan }) => plan },
  { name: 'Reason', render: ({ reason }) => reason },
]
