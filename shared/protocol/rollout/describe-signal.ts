import { formatSignificant } from '@portico/kit/format.ts'
import type { SignalName } from '../discovery/load-report.ts'
import { describeError, type ReleaseError } from './error-api.ts'
import type { Arm, Counts } from './rollout-record.ts'

const names: Readonly<Record<SignalName, string>> = {
  error: 'Errors',
  failure: 'Failures',
  request: 'Failed requests',
  blocked: 'Blocked pages',
  shift: 'Layout shifts',
  measure: 'Measures out of their bounds',
  'slow-interaction': 'Slow interactions',
  'slow-paint': 'Late largest paints',
  'slow-load': 'Slow loads',
  memory: 'Pages that need much memory',
  leave: 'Visitors leaving at once',
}

/** Visitors with signals in both arms of a rollout, and what tells how many visitors there were. */
export interface ComparedSignals {
  readonly signals: readonly { readonly name: string; readonly canary: number; readonly stable: number }[]
  readonly counts: Counts
  /** Visitors of the canary who count. */
  readonly reporting: number
}

/** What happened in both arms of a rollout. Rates are from 0 to 1. */
export interface Comparison {
  /** Of the signal, or `loads`. */
  readonly name: string
  readonly label: string
  readonly unit: 'visits' | 'loads'
  readonly canary: number
  readonly stable: number
  /** How much more often with the canary: the 95 % interval. */
  readonly lower: number
  readonly upper: number
}

/** Compares the visitors with each signal. */
export function compareSignals({ signals, counts, reporting }: ComparedSignals): Comparison[] {
  // Visitors of both arms load about as often.
  const ofStable = (reporting * counts.stable.loads) / Math.max(1, counts.canary.loads)
  return signals.map(({ name, canary, stable }) => {
    const before = { count: stable, of: Math.max(ofStable, stable) }
    const after = { count: canary, of: Math.max(reporting, canary) }
    const label = Object.entries(names).find(([known]) => known === name)?.[1] ?? name
    return { name, label, unit: 'visits', ...compare(after, before) }
  })
}

/** Compares the loads that failed. */
export function compareLoads({ canary, stable }: Counts): Comparison {
  const toRate = ({ failures, loads }: Arm) => ({ count: failures, of: loads })
  return { name: 'loads', label: 'Failed loads', unit: 'loads', ...compare(toRate(canary), toRate(stable)) }
}

const compare = (after: Rate, before: Rate) => ({
  canary: getRate(after),
  stable: getRate(before),
  ...compareRates(after, before),
})

/** A sentence about a difference that is more than chance; null: there is none. */
export function describeChange({ label, unit, canary, stable, lower, upper }: Comparison): string | null {
  if (lower <= 0 && upper >= 0) return null
  const [verb, how] = lower > 0 ? ['rose', 'more'] : ['fell', 'fewer']
  const [least, most] = lower > 0 ? [lower, upper] : [-upper, -lower]
  return `${label} ${verb} from ${toPercent(stable)} % to ${toPercent(canary)} % of ${unit} (between ${toPercent(least)} and ${toPercent(most)} points ${how}).`
}

/**
 * A sentence for each signal that the canary's visitors have more often, such as "Errors rose from 0.3 % to 2.1 % of visits (between
 * 0.9 and 3 points more)." `error`: the most frequent of the canary.
 */
export function describeSignals(compared: ComparedSignals, error: ReleaseError | null = null): string[] {
  return compareSignals(compared).flatMap((comparison) => {
    const rose = comparison.lower > 0 ? describeChange(comparison) : null
    if (rose === null) return []
    return comparison.name === 'error' && error !== null
      ? `${rose} Most frequent: ${describeError(error)}.`
      : rose
  })
}

/** A rate or a difference of rates, from -1 to 1, as a percentage: `2.1`. */
export const toPercent = (rate: number): string => formatSignificant(100 * rate, 2)

interface Rate {
  readonly count: number
  readonly of: number
}

const getRate = ({ count, of }: Rate) => (of === 0 ? 0 : count / of)

/**
 * The 95 % interval of the difference of two rates: Newcombe's hybrid score interval (1998, method 10). It describes what was seen; it
 * decides nothing, because it isn't valid at every time.
 */
export function compareRates(after: Rate, before: Rate): { readonly lower: number; readonly upper: number } {
  const difference = getRate(after) - getRate(before)
  const [a, b] = [getWilsonInterval(after), getWilsonInterval(before)]
  return {
    lower: difference - Math.hypot(getRate(after) - a.lower, b.upper - getRate(before)),
    upper: difference + Math.hypot(a.upper - getRate(after), getRate(before) - b.lower),
  }
}

const z = 1.96 // 95 %, two-sided

function getWilsonInterval(rate: Rate): { readonly lower: number; readonly upper: number } {
  const { count, of } = rate
  if (of === 0) return { lower: 0, upper: 1 }
  const middle = (count + z ** 2 / 2) / (of + z ** 2)
  const half = (z / (of + z ** 2)) * Math.sqrt((count * (of - count)) / of + z ** 2 / 4)
  return { lower: middle - half, upper: middle + half }
}
