import { formatCount, formatNumber, formatSignificant } from '@portico/kit/format.ts'
import { type SignalName, signalNames, vitalNames } from '../discovery/load-report.ts'
import { attackerNetworks } from './e-value.ts'
import type { Evidence, Monitoring, ReportBucket } from './evidence.ts'
import type { Arm } from './rollout-record.ts'
import { countedSignals, signals } from './signals.ts'
import { getStableAboveLimit, vitals } from './vitals.ts'

type Watched = 'loads' | SignalName

/** The rates that the detectors look for, as multiples of the highest that the past allows. */
const ratios = [1.5, 3, 10] as const
// What an attacker's networks multiply them by, each of which fails once.
const discounts = ratios.map((ratio) => ratio ** -attackerNetworks)
const loadsPerStart = 200 // a change is looked for from every so many loads on
const alarmLevel = 10_000 // so a healthy release raises an alarm once in two million loads at most
const severeMargin = 0.1 // more visitors with failures than swings of a day bring
const sustainedMs = 30 * 60_000 // longer than most outages
const standardErrors = 3.1 // 99.9 %

/**
 * Compares the reports at 100 %, where there is no stable arm, with the past of the release: with the upper bound of how often both
 * arms failed before (Shin, Ramdas and Rinaldo, "E-detectors", 2024). `margin`: of the step, from 0 to 1.
 */
export function addMonitoring(before: Evidence, bucket: ReportBucket, margin: number): Monitoring {
  const { monitoring } = before
  const [worse, severe] = [{ ...monitoring.worse }, { ...monitoring.severe }]
  for (const [name, { past, now }] of listWatched(before, bucket)) {
    const limit = getUpperLimit(past)
    worse[name] = detect(worse[name], now, { name, limit: Math.max(limit + margin, 1.2 * limit) })
    if (name === 'loads' || signals[name].isHard)
      severe[name] = detect(severe[name], now, { name, limit: limit + severeMargin })
  }
  const isSevere = getLevel(severe) >= alarmLevel
  return { worse, severe, severeSinceMs: isSevere ? (monitoring.severeSinceMs ?? bucket.atMs) : null }
}

/** Says what is worse at 100 % than before; null: nothing. */
export function describeAlarm({ monitoring, canary, matched, signals: seen }: Evidence): string | null {
  if (getLevel(monitoring.worse) < alarmLevel) return null
  const loads = canary.loads - matched.loads
  const texts = Object.entries(monitoring.worse).flatMap(([name, detector]) => {
    if (getLevel({ [name]: detector }) < alarmLevel / 10) return []
    const failures = `${formatNumber(canary.failures - matched.failures)} of ${formatCount(loads, 'load')} failed`
    const signal = signalNames.find((known) => known === name)
    if (signal === undefined) return [failures]
    const visitors = (seen[signal]?.canary ?? 0) - (seen[signal]?.matched ?? 0)
    return [`${formatCount(visitors, 'visitor')} ${signals[signal].visitors}`]
  })
  return `${texts.join('; ')}, more than before (one false alarm in ${formatSignificant(loadsPerStart * getLevel(monitoring.worse))} loads)`
}

/** Whether failures have been so much more frequent for so long that the release is rolled back. */
export function isSevereAndSustained({ monitoring, untilMs }: Evidence): boolean {
  const { severeSinceMs } = monitoring
  return severeSinceMs !== null && untilMs !== null && untilMs - severeSinceMs >= sustainedMs
}

function listWatched(before: Evidence, bucket: ReportBucket): [Watched, { past: Arm; now: Arm }][] {
  const { stable, matched } = before
  const loads = stable.loads + matched.loads
  const now = { loads: 0, failures: 0 }
  for (const { canary } of Object.values(bucket.families)) {
    now.loads += canary.loads
    now.failures += canary.failures
  }
  const ofSignal = (name: SignalName) => bucket.signals?.[name]?.canary ?? 0
  return [
    ['loads', { past: { loads, failures: stable.failures + matched.failures }, now }],
    ...countedSignals.map((name): [Watched, { past: Arm; now: Arm }] => {
      const { stable: ofStable = 0, matched: ofCanary = 0 } = before.signals[name] ?? {}
      return [
        name,
        { past: { loads, failures: ofStable + ofCanary }, now: { ...now, failures: ofSignal(name) } },
      ]
    }),
    ...vitalNames.flatMap((name): [Watched, { past: Arm; now: Arm }][] => {
      const past = getStableAboveLimit(before.vitals[name])
      const values = bucket.vitals?.[name]?.canary.reduce((sum, count) => sum + count, 0) ?? 0
      const { signal } = vitals[name]
      return past === null ? [] : [[signal, { past, now: { loads: values, failures: ofSignal(signal) } }]]
    }),
  ]
}

/** The rate that the past doesn't exceed, with 99.9 % confidence. */
function getUpperLimit({ loads, failures }: Arm): number {
  return loads === 0 ? 1 : Math.min(1, (failures + standardErrors * Math.sqrt(failures) + 7) / loads)
}

/**
 * Each factor has a mean of at most 1 while the rate is below `limit`, so the sum of the products since each start grows by the
 * number of starts at most: it exceeds x once in x starts. Above ten alarms it is cut off, so that an outage is forgotten.
 */
function detect(
  before: readonly number[] = ratios.map(() => 0),
  { loads, failures }: Arm,
  { name, limit }: { readonly name: Watched; readonly limit: number },
): number[] {
  const start = loads / loadsPerStart / ratios.length
  return ratios.map((ratio, at) => {
    const factor = Math.exp(failures * Math.log(ratio) - loads * limit * (ratio - 1))
    return Math.min(
      ((before[at] ?? 0) + start) * factor,
      (10 * alarmLevel) / (getWeight(name) * (discounts[at] ?? 1)),
    )
  })
}

function getLevel(detectors: Monitoring['worse']): number {
  return Object.entries(detectors).reduce(
    (sum, [name, ofRatios]) =>
      sum +
      getWeight(name) * discounts.reduce((total, discount, at) => total + discount * (ofRatios[at] ?? 0), 0),
    0,
  )
}

const weightOfLoads = 1 - signalNames.reduce((sum, name) => sum + signals[name].weight, 0)

function getWeight(name: string): number {
  const signal = signalNames.find((known) => known === name)
  return signal === undefined ? weightOfLoads : signals[signal].weight
}
