import { formatNumber, formatSignificant, pluralize } from '@portico/kit/format.ts'
import { type Comparison, describeChange, toPercent } from '@portico/protocol/rollout/describe-signal.ts'
import { isCompared } from '@portico/protocol/rollout/plans.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { signalMargin } from '@portico/protocol/rollout/signals.ts'
import { getMarginPercent } from '@portico/protocol/rollout/vitals.ts'
import { compareArms } from './describe-rollout.ts'

type Vital = Rollout['vitals'][number]

/** A comparison with its verdict. It describes what was seen; the e-values decide. */
export interface Judged extends Comparison {
  /** How much more often the step tolerates it, from 0 to 1; null: the step compares nothing, or a time. */
  readonly margin: number | null
  /** What three of four page views take at most; null: it is no time. */
  readonly vital: Vital | null
  /** `tolerated`: it rose, but by less than the margin. */
  readonly tone: 'worse' | 'tolerated' | 'unclear' | 'same' | 'better'
  readonly verdict: string
}

/** Compares both arms in everything that occurred, the worst first. */
export function judgeRollout(rollout: Rollout): Judged[] {
  const step = rollout.plan.steps[rollout.step]
  const points = step === undefined || !isCompared(step) ? null : step.marginPoints
  const judged = compareArms(rollout).map((comparison) => {
    const vital = rollout.vitals.find(({ signal }) => signal === comparison.name) ?? null
    const factor = comparison.name === 'loads' ? 1 : signalMargin
    const margin = points === null || vital !== null ? null : (factor * points) / 100
    const isTolerated =
      points === null
        ? null
        : vital === null
          ? comparison.upper <= (factor * points) / 100
          : vital.canary <= vital.stable * (1 + getMarginPercent(points) / 100)
    const more = vital === null ? '' : describeVital(vital, points)
    return { ...comparison, vital, margin, ...judge(comparison, { margin, isTolerated, more }) }
  })
  return judged.sort((a, b) => order[a.tone] - order[b.tone] || b.lower - a.lower)
}

const order = { worse: 0, tolerated: 1, unclear: 2, same: 3, better: 4 }

interface Tolerance {
  readonly margin: number | null
  /** null: the step compares nothing. */
  readonly isTolerated: boolean | null
  /** A sentence about the vital. */
  readonly more: string
}

function judge(
  comparison: Comparison,
  { margin, isTolerated, more }: Tolerance,
): Pick<Judged, 'tone' | 'verdict'> {
  const { lower, upper, unit } = comparison
  const limit =
    margin === null ? '' : ` This step tolerates ${toPercent(margin)} ${pluralize(100 * margin, 'point')}.`
  const change = describeChange(comparison)
  if (lower > 0)
    return { tone: isTolerated === true ? 'tolerated' : 'worse', verdict: `${change}${limit}${more}` }
  if (change !== null) return { tone: 'better', verdict: `${change}${more}` }
  const between = `between ${toPercent(lower)} and ${toPercent(upper)} points of ${unit}.`
  return isTolerated === false
    ? { tone: 'unclear', verdict: `Too early to tell: ${between}${limit}${more}` }
    : { tone: 'same', verdict: `No clear difference: ${between}${limit}${more}` }
}

function describeVital({ canary, stable, name }: Vital, points: number | null): string {
  const unit = name === 'memory' ? 'MB' : 'ms'
  const change = stable === 0 ? 0 : (100 * (canary - stable)) / stable
  const how = change > 0 ? 'more' : 'less'
  const limit = points === null ? '' : `; this step tolerates ${getMarginPercent(points)} % more`
  return ` Three of four page views take at most ${formatNumber(canary)} ${unit}, ${formatSignificant(Math.abs(change), 2)} % ${how} than with stable (${formatNumber(stable)} ${unit})${limit}.`
}
