import { toPercent } from '@portico/protocol/rollout/describe-signal.ts'
import type { ReactNode } from 'react'
import type { Judged } from './judge-rollout.ts'
import styles from './signal-tile.module.css'

const marks = {
  worse: '▲ Worse',
  tolerated: '▲ Within the margin',
  unclear: '? Unclear',
  same: '✓ Fine',
  better: '▼ Better',
}

/** A comparison of both arms: the difference as a dot, its 95 % interval as a bar, the margin as a line, and a verdict. */
export function SignalTile({ judged }: { readonly judged: Judged }) {
  const { label, canary, stable, tone, verdict } = judged
  return (
    <li className={`${styles.tile} ${styles[tone]}`}>
      <h3 className={styles.label}>
        {label} <span className={styles.tone}>{marks[tone]}</span>
      </h3>
      <p className={styles.rates}>
        <strong>{toPercent(canary)} %</strong> with the canary, {toPercent(stable)} % with stable
      </p>
      <IntervalScale judged={judged} />
      <p className={styles.verdict}>{verdict}</p>
    </li>
  )
}

function IntervalScale({ judged }: { readonly judged: Judged }) {
  const { canary, stable, lower, upper, margin } = judged
  const toX = createScale([lower, upper, 0, margin ?? 0])
  const limit = margin === null ? '' : `, the margin is ${toPercent(margin)}`
  const name = `Difference ${formatPoints(canary - stable)} points, between ${formatPoints(lower)} and ${formatPoints(upper)}${limit}`
  return (
    <svg role="img" aria-label={name} className={styles.scale} width="100%" height="44">
      <line className={styles.axis} x1="0%" x2="100%" y1="14" y2="14" />
      <line className={styles.axis} x1={toX(0)} x2={toX(0)} y1="3" y2="25" />
      <Tick at={toX(0)}>0</Tick>
      {margin !== null && (
        <>
          <line className={styles.margin} x1={toX(margin)} x2={toX(margin)} y1="1" y2="27" />
          <Tick at={toX(margin)}>+{toPercent(margin)}</Tick>
        </>
      )}
      <line className={styles.interval} x1={toX(lower)} x2={toX(upper)} y1="14" y2="14" />
      <circle className={styles.dot} cx={toX(canary - stable)} cy="14" r="6" />
    </svg>
  )
}

function Tick({ at, children }: { readonly at: string; readonly children: ReactNode }) {
  return (
    <text className={styles.tick} x={at} y="41" textAnchor="middle">
      {children}
    </text>
  )
}

/** Positions on a scale that contains all values, with room for the labels at its ends. */
function createScale(values: readonly number[]): (value: number) => string {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const width = most - least || 1
  return (value) => `${Math.round(1_000 * (8 + (84 * (value - least)) / width)) / 1_000}%`
}

/** `+1.8`, `−0.2` */
function formatPoints(rate: number): string {
  return `${rate > 0 ? '+' : ''}${toPercent(rate)}`.replace('-', '−')
}
