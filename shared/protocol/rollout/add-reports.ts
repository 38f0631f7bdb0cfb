import { getGainByFailure, getLogFactor } from './advance-test.ts'
import { emptyLogE, type Failures, updateAttack, updateLogE } from './e-value.ts'
import {
  type Advance,
  type Evidence,
  type Families,
  getAdvance,
  getLoadEValue,
  noLoads,
  type ReportBucket,
  withFailures,
} from './evidence.ts'
import { addMonitoring } from './monitoring.ts'
import { fullShare } from './plans.ts'
import type { Arm, Counts } from './rollout-record.ts'
import {
  addSignals,
  countedSignals,
  maxFamilies,
  noVisitors,
  type SignalCounts,
  signalMargin,
} from './signals.ts'
import { addVitals } from './vitals.ts'

const batchLoads = 200 // most of them are not an attacker's, even if they report as much as they can

export interface ReportContext {
  /** The canary's, in basis points. */
  readonly share: number
  /** Of the plan's steps that compare the canary with stable. */
  readonly marginPoints: readonly number[]
  /** Of the current step. */
  readonly ownMarginPoints?: number | undefined
}

/** Returns the evidence after more reports: those that `evidence.counted` lacks, so that a server that crashed can start again. */
export function addReports(evidence: Evidence, bucket: ReportBucket, context: ReportContext): Evidence {
  const { atMs, families, firstFailures, failingNetworks, reportingNetworks } = bucket
  const share = context.share / fullShare
  const { vitals, signals: slow } = addVitals(evidence.vitals, bucket.vitals ?? {}, { ...context, share })
  const signals = { ...bucket.signals, ...slow }
  const loads = Object.values(families).reduce(addLoads, noLoads)
  const counted = { ...evidence.counted }
  for (const [name, more] of Object.entries(families))
    counted[name] = addLoads(counted[name] ?? noLoads, more)
  return {
    ...addComparison(evidence, { families, firstFailures, loads, share }),
    ...addToBatch(evidence, { loads, signals }, context),
    ...addLoads(evidence, loads),
    firstFailures: {
      canary: evidence.firstFailures.canary + firstFailures.canary,
      stable: evidence.firstFailures.stable + firstFailures.stable,
    },
    signals: addSignals(evidence.signals, signals, { share, loadEValue: getLoadEValue(evidence) }),
    vitals,
    monitoring:
      share < 1
        ? evidence.monitoring
        : addMonitoring(evidence, { ...bucket, signals }, (context.ownMarginPoints ?? 0) / 100),
    counted,
    failingNetworks,
    reportingNetworks,
    share: context.share,
    sinceMs: evidence.sinceMs ?? atMs,
    untilMs: Math.max(atMs, evidence.untilMs ?? atMs),
  }
}

interface ComparedLoads {
  readonly families: Families
  readonly firstFailures: Failures
  readonly loads: Counts
  /** From 0 to 1. */
  readonly share: number
}

/** The parts of the evidence that say whether the canary is worse. At 100 % there is nothing to compare it with. */
function addComparison(
  evidence: Evidence,
  { families, firstFailures, loads, share }: ComparedLoads,
): Evidence {
  if (share >= 1) return evidence
  const familyLogE = { ...evidence.families }
  for (const [name, { canary, stable }] of Object.entries(families)) {
    const before = familyLogE[name]
    if (canary.failures + stable.failures === 0) continue
    if (before === undefined && Object.keys(familyLogE).length >= maxFamilies) continue
    const failures = { canary: canary.failures, stable: stable.failures }
    familyLogE[name] = [...updateLogE(before ?? emptyLogE, failures, share)]
  }
  const { canary, stable } = loads
  const failures = { canary: canary.failures, stable: stable.failures }
  const { matched } = evidence
  return {
    ...evidence,
    logE: [...updateLogE(evidence.logE, failures, share)],
    firstLogE: [...updateLogE(evidence.firstLogE, firstFailures, share)],
    families: familyLogE,
    attack: [...updateAttack(evidence.attack, { from: evidence.share / fullShare, to: share })],
    matched: {
      ...plus(matched, canary),
      expectedFailures: matched.expectedFailures + (stable.failures * share) / (1 - share),
    },
  }
}

/**
 * Loads accumulate into batches. Failures play no part in that: an e-value is valid for any batching that ignores them.
 */
function addToBatch(
  evidence: Evidence,
  { loads, signals }: { readonly loads: Counts; readonly signals: SignalCounts },
  context: ReportContext,
): Pick<Evidence, 'advance' | 'open' | 'signalAdvance' | 'openSignals'> {
  const { advance, signalAdvance } = evidence
  const open = addLoads(evidence.open, loads)
  const openSignals = { ...evidence.openSignals }
  for (const name of countedSignals) {
    const [{ canary, stable }, more] = [openSignals[name] ?? noVisitors, signals[name] ?? noVisitors]
    if (more.canary + more.stable > 0)
      openSignals[name] = { canary: canary + more.canary, stable: stable + more.stable }
  }
  if (open.canary.loads + open.stable.loads < batchLoads) return { advance, open, signalAdvance, openSignals }
  const before = subtractLoads(evidence, evidence.open)
  const ofSignals = ['unseen' as const, ...countedSignals].flatMap((name) => {
    const batch = withFailures(open, openSignals[name], name)
    const seen = name === 'unseen' ? noVisitors : evidence.signals[name]
    if (seen === undefined && openSignals[name] === undefined) return []
    const counted = subtract(seen, evidence.openSignals[name])
    const known = signalAdvance[name] ?? signalAdvance.unseen
    const marginPoints = context.marginPoints.map((points) => signalMargin * points)
    const ofBatch = { marginPoints, share: context.share, before: withFailures(before, counted, name) }
    return [[name, addBatch(known, batch, ofBatch)]]
  })
  return {
    advance: addBatch(advance, open, { ...context, before }),
    open: noLoads,
    signalAdvance: Object.fromEntries(ofSignals),
    openSignals: {},
  }
}

function addBatch(
  known: Advance | undefined,
  batch: Counts,
  {
    before,
    marginPoints,
    share,
  }: Pick<ReportContext, 'marginPoints' | 'share'> & { readonly before: Counts },
): Advance {
  return Object.fromEntries(
    marginPoints.map((points) => {
      const { logE, attack } = getAdvance(known, points)
      const margin = points / 100
      const gain = getGainByFailure(before, { margin, share: share / fullShare })
      return [points, { logE: logE + getLogFactor(batch, before, margin), attack: Math.max(attack, gain) }]
    }),
  )
}

function addLoads(before: Counts, { canary, stable }: Counts): Counts {
  return { canary: plus(before.canary, canary), stable: plus(before.stable, stable) }
}

function subtractLoads(all: Counts, { canary, stable }: Counts): Counts {
  return { canary: minus(all.canary, canary), stable: minus(all.stable, stable) }
}

function plus(a: Arm, b: Arm): Arm {
  return { loads: a.loads + b.loads, failures: a.failures + b.failures }
}

function minus(a: Arm, b: Arm): Arm {
  return { loads: a.loads - b.loads, failures: a.failures - b.failures }
}

function subtract(all: Failures = noVisitors, { canary, stable }: Failures = noVisitors): Failures {
  return { canary: all.canary - canary, stable: all.stable - stable }
}
