import { median } from '../report/median.ts'
import type { ResultRow } from '../report/result-row.ts'
import type { Audit } from './parse-report.ts'

type Value = Exclude<keyof Audit, 'faults'>

/** What is asked of every page. */
const lowest = { performance: 98, accessibility: 100, bestPractices: 100, seo: 100 } as const
const highest = { layoutShift: 0, blockingMs: 50 } as const

const names: Readonly<Record<Value, readonly [name: string, unit: string]>> = {
  performance: ['performance', 'points'],
  accessibility: ['accessibility', 'points'],
  bestPractices: ['best practices', 'points'],
  seo: ['SEO', 'points'],
  layoutShift: ['cumulative layout shift', ''],
  blockingMs: ['total blocking time', 'ms'],
}

/** The rows of one page: the medians of its audits against what is asked. */
export function toResultRows(page: string, audits: readonly Audit[]): ResultRow[] {
  const scores = (['performance', 'accessibility', 'bestPractices', 'seo'] as const).map((key) =>
    row(page, key, { value: middle(audits, key), wanted: lowest[key], isScore: true }),
  )
  const measures = (['layoutShift', 'blockingMs'] as const).map((key) =>
    row(page, key, { value: middle(audits, key), wanted: highest[key], isScore: false }),
  )
  return [...scores, ...measures]
}

function middle(audits: readonly Audit[], key: Value): number {
  return median(audits.map((audit) => audit[key]))
}

interface Judged {
  readonly value: number
  readonly wanted: number
  /** True: more is better. */
  readonly isScore: boolean
}

function row(page: string, key: Value, { value, wanted, isScore }: Judged): ResultRow {
  const [name, unit] = names[key]
  return {
    name: `${page} ${name}`,
    value: Number(value.toPrecision(4)),
    unit,
    against: `${isScore ? 'at least' : 'at most'} ${wanted}`,
    ratio: ratio(isScore ? [wanted, value] : [value, wanted]),
    target: 1,
    holds: isScore ? value >= wanted : value <= wanted,
  }
}

/** Nothing of nothing is as much as is asked; something of nothing has no ratio, and counts as twice as much. */
function ratio([ours, theirs]: readonly [number, number]): number {
  if (theirs === 0) return ours === 0 ? 1 : 2
  return Number((ours / theirs).toFixed(3))
}
