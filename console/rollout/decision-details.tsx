import { formatCount, formatNumber, formatSignificant } from '@portico/kit/format.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { signals as knownSignals } from '@portico/protocol/rollout/signals.ts'
import { createNumberColumn } from '../ui/columns.ts'
import { type Column, Table } from '../ui/table.tsx'
import styles from './rollout.module.css'

type Signal = Rollout['signals'][number]

/** How the site decides, with the e-values, which the rest of the page leaves out. */
export function DecisionDetails({ rollout }: { readonly rollout: Rollout }) {
  const { evidence, networks, countedBy, signals } = rollout
  return (
    <details>
      <summary>How this is decided</summary>
      <div className={styles.details}>
        <p>
          The evidence that the canary is worse is the e-value <strong>{formatSignificant(evidence)}</strong>.
          The site pauses at 100 and rolls back at 1,000: a healthy release reaches them in at most one of 100
          and one of 1,000 rollouts, however often you look. {formatCount(networks.reporting, countedBy)}{' '}
          reported the canary, it failed in {formatNumber(networks.failing)}, and a rollback needs{' '}
          {formatNumber(networks.needed)}. The intervals on this page describe what was seen; they decide
          nothing.
        </p>
        <p className={styles.formula}>E_ρ = ρ^c / (1 + s(ρ − 1))^(c + d), E = Σ w_ρ E_ρ</p>
        <p>
          <em>c</em> and <em>d</em> are the visitors with a failure of the canary and of stable, <em>s</em> is
          the share, and ρ is how many times as often the canary may fail. The derivation is in{' '}
          <code>docs/rollout-statistics.md</code>.
        </p>
        <Table
          caption="Evidence of each signal"
          columns={columns}
          rows={signals}
          getKey={({ name }) => name}
        />
      </div>
    </details>
  )
}

const columns: readonly Column<Signal>[] = [
  { name: 'Signal', value: ({ name }) => name },
  createNumberColumn('Canary', ({ canary }) => canary, formatSignificant),
  createNumberColumn('Stable', ({ stable }) => stable, formatSignificant),
  createNumberColumn('Expected', ({ expected }) => expected, formatSignificant),
  createNumberColumn('E-value', ({ evidence }) => evidence, formatSignificant),
  createNumberColumn('Budget %', ({ name }) => 100 * getWeight(name), formatSignificant),
]

function getWeight(name: string): number {
  return Object.entries(knownSignals).find(([known]) => known === name)?.[1].weight ?? 0
}
