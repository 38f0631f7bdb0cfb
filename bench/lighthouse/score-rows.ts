import { median } from '../report/median.ts'
import type { ResultRow } from '../report/result-row.ts'
import type { Audit } from './parse-report.ts'

type Value = Exclude<keyof Audit, 'failedAudits'>

/** The targets for every page. */
const lowest = { performance: 100, accessibility: 100, bestPractices: 100, seo: 100 } as const
const highest = { layoutShift: 0, blockingMs: 50 } as const

const names: Readonly<Record<Value, readonly [name: string, unit: string]>> = {
  performance: ['performance', 'points'],
  accessibility: ['accessibility', 'points'],
  bestPractices: ['best practices', 'points'],
  seo: ['SEO', 'points'],
  layoutShift: ['cumulative layout shift', ''],
  blockingMs: ['total blocking time', 'ms'],
}

/** Compares the medians of the audits of one page with the targets. */
export function toResultRows(page: string, audits: readonly Audit[]): ResultRow[] {
  const scores = (['performance', 'accessibility', 'bestPractices', 'seo'] as const).map((key) =>
    toResultRow(page, key, { value: getMedian(audits, key), target: lowest[key], isScore: true }),
  )
  const measures = (['layoutShift', 'blockingMs'] as const).map((key) =>
    toResultRow(page, key, { value: getMedian(audits, key), target: highest[key], isScore: false }),
  )
  return [...scores, ...measures]
}

function getMedian(audits: readonly Audit[], key: Value): number {
  return median(audits.map((audit) => audit[key]))
}

interface Score {
  readonly value: number
  readonly target: number
  /** Whether higher is better. */
  readonly isScore: boolean
}

function toResultRow(page: string, key: Value, { value, target, isScore }: Score): ResultRow {
  const [name, unit] = names[key]
  return {
    name: `${page} ${name}`,
    value: Number(value.toPrecision(4)),
    unit,
    against: `${isScore ? 'at least' : 'at most'} ${target}`,
    ratio: getRatio(isScore ? [target, value] : [value, target]),
    target: 1,
    isMet: isScore ? value >= target : value <= target,
  }
}

/** If the target is 0, there is no ratio: 0 counts as 1, anything above as 2. */
function getRatio([ours, theirs]: readonly [number, number]): number {
  if (theirs === 0) return ours === 0 ? 1 : 2
  return Number((ours / theirs).toFixed(3))
}
