import { formatSignificant } from '@portico/kit/format.ts'
import type { SignalName } from '../discovery/load-report.ts'
import { describeError, type ReleaseError } from './error-api.ts'
import type { Counts } from './rollout-record.ts'

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

/**
 * A sentence for each signal that the canary's visitors have more often, such as "Errors rose from 0.3 % to 2.1 % of visits (between
 * 0.9 and 3 points more)." `error`: the most frequent of the canary.
 */
export function describeSignals(compared: ComparedSignals, error: ReleaseError | null = null): string[] {
  return compared.signals.flatMap(({ name, ...visitors }) => {
    const { before, after, lower, upper } = compareVisitors(visitors, compared)
    if (!(lower > 0)) return []
    const label = Object.entries(names).find(([known]) => known === name)?.[1] ?? name
    const rose = `${label} rose from ${toPercent(getRate(before))} % to ${toPercent(getRate(after))} % of visits (between ${toPercent(lower)} and ${toPercent(upper)} points more).`
    return name === 'error' && error !== null ? `${rose} Most frequent: ${describeError(error)}.` : rose
  })
}

/** The rates of visitors with a signal in both arms, and the interval of their difference. */
export function compareVisitors(
  { canary, stable }: { readonly canary: number; readonly stable: number },
  { counts, reporting }: Pick<ComparedSignals, 'counts' | 'reporting'>,
) {
  // Visitors of both arms load about as often.
  const ofStable = (reporting * counts.stable.loads) / Math.max(1, counts.canary.loads)
  const before = { count: stable, of: Math.max(ofStable, stable) }
  const after = { count: canary, of: Math.max(reporting, canary) }
  return { before, after, ...compareRates(after, before) }
}

const toPercent = (rate: number) => formatSignificant(100 * rate, 2)

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
