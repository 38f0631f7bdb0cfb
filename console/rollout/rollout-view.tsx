import { formatCount, formatDateTime } from '@portico/kit/format.ts'
import { Section } from '@portico/kit/ui/section.tsx'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import { describeProxyProblem, listDrops } from '@portico/protocol/rollout/describe-drops.ts'
import type { ReleaseError } from '@portico/protocol/rollout/error-api.ts'
import type { RolloutHistory } from '@portico/protocol/rollout/history-api.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { Link } from 'react-router'
import { ReleaseName } from '../ui/release-name.tsx'
import { Breakdown } from './breakdown.tsx'
import { DecisionDetails } from './decision-details.tsx'
import { ErrorTable } from './error-table.tsx'
import { HistoryChart } from './history-chart.tsx'
import { judgeRollout } from './judge-rollout.ts'
import styles from './rollout.module.css'
import { SignalTile } from './signal-tile.tsx'
import { StepLine } from './step-line.tsx'

interface RolloutViewProps {
  readonly rollout: Rollout
  /** null: not loaded yet. */
  readonly history: RolloutHistory | null
  readonly errors: readonly ReleaseError[] | null
}

/** Everything about a rollout below its first sentence. */
export function RolloutView({ rollout, history, errors }: RolloutViewProps) {
  const { remote, to } = rollout
  const judged = judgeRollout(rollout)
  const csv = `${remote}-${getVersion(to)}`
  const isEmpty = rollout.counts.canary.loads + rollout.counts.stable.loads === 0
  return (
    <>
      <Section id="steps" heading="Steps">
        <StepLine rollout={rollout} />
        <Facts rollout={rollout} />
      </Section>
      <Section id="comparison" heading="Canary and stable">
        {isEmpty ? (
          <p>No visitor’s browser has reported a load yet.</p>
        ) : (
          <ul className={styles.tiles}>
            {judged.map((each) => (
              <SignalTile key={each.name} judged={each} />
            ))}
          </ul>
        )}
        <DecisionDetails rollout={rollout} />
      </Section>
      <Section id="history" heading="Over time">
        {history !== null && <HistoryChart history={history} choices={judged} csv={csv} />}
      </Section>
      <Section id="errors" heading="Errors in browsers">
        {errors !== null && <ErrorTable errors={errors} csv={`${csv}-errors`} />}
      </Section>
      {history !== null && <Breakdowns history={history} csv={csv} />}
      <Uncounted rollout={rollout} />
    </>
  )
}

function Facts({ rollout }: { readonly rollout: Rollout }) {
  const { id, remote, from, to, plan, startedAt, startedBy, lastReportAt, counts } = rollout
  return (
    <p className={styles.facts}>
      <ReleaseName remote={remote} id={to} />
      {from !== null && (
        <>
          {' after '}
          <ReleaseName remote={remote} id={from} />
        </>
      )}
      , plan {plan.name}, started {formatDateTime(startedAt)} by {startedBy}.{' '}
      {lastReportAt !== null &&
        `${formatCount(counts.canary.loads, 'load')} of the canary and ${formatCount(counts.stable.loads, 'load')} of stable were counted, the last on ${formatDateTime(lastReportAt)}. `}
      <Link to={`/log?remote=${remote}&text=${id}`}>Its events in the log</Link>
    </p>
  )
}

function Breakdowns({ history, csv }: { readonly history: RolloutHistory; readonly csv: string }) {
  const pages = history.pages.map(({ page, ...counts }) => ({
    name: page || 'Not a page of this site',
    ...counts,
  }))
  const families = history.families.map(({ family, ...counts }) => ({ name: family, ...counts }))
  if (pages.length + families.length === 0) return null
  return (
    <Section id="breakdown" heading="Failed loads by page and browser">
      <div className={styles.columns}>
        <Breakdown caption="By page" of="Page" rows={pages} csv={`${csv}-pages`} />
        <Breakdown caption="By browser" of="Browser" rows={families} csv={`${csv}-browsers`} />
      </div>
    </Section>
  )
}

function Uncounted({ rollout }: { readonly rollout: Rollout }) {
  const drops = listDrops(rollout)
  if (drops.length === 0) return null
  const problem = describeProxyProblem(rollout)
  return (
    <Section id="uncounted" heading="Loads that don’t count">
      {problem !== null && <p className={styles.warning}>{problem}</p>}
      <ul className={styles.list}>
        {drops.map(({ loads, why }) => (
          <li key={why}>
            {formatCount(loads, 'load')} {why}
          </li>
        ))}
      </ul>
    </Section>
  )
}
