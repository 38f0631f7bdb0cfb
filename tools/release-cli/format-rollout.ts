import { formatCount, formatNumber, formatSignificant } from '@portico/kit/format.ts'
import { formatFields, wrapText } from '@portico/protocol/command-line/format-fields.ts'
import { describeProxyProblem, listDrops } from '@portico/protocol/rollout/describe-drops.ts'
import { formatRolloutShare, formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import { getErrorPlace, type ReleaseError } from '@portico/protocol/rollout/error-api.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import { isActive, type Rollout } from '@portico/protocol/rollout/rollout-record.ts'

/** A rollout, as a title and fields below it. */
export function formatRollout(rollout: Rollout, now = Date.now()): string {
  return [`${rollout.remote} ${rollout.to}`, formatFields(getRolloutFields(rollout, now))].join('\n')
}

/** Labels and texts of everything there is to know about a rollout. */
export function getRolloutFields(rollout: Rollout, now: number): [label: string, text: string][] {
  const { to, plan, status, step, reason, counts, networks, countedBy, lastReportAt, missing } = rollout
  const position = `step ${step + 1} of ${plan.steps.length}, ${formatRolloutShare(rollout)}`
  const isOver = !isActive(rollout)
  const hasLoads = counts.canary.loads + counts.stable.loads > 0
  const needsLoads = hasLoads || (status === 'running' && rollout.share > 0)
  // A paused rollout repeats its reason in what it is waiting for.
  const isRepeated = missing.some((text) => reason !== null && text.includes(reason))
  return [
    ['rollout', `${to} ${formatStatus(rollout)}, plan ${plan.name}${isOver ? '' : `, ${position}`}`],
    ...field('steps', isOver ? null : plan.steps.map(({ share }) => formatShare(share)).join(', ')),
    ['started', `${formatTime(rollout.startedAt)} by ${rollout.startedBy}`],
    ...field('ended', isOver ? formatTime(rollout.changedAt) : null),
    ...field('reason', isRepeated ? null : reason),
    ...(needsLoads
      ? ([
          ['canary', formatCounts(counts.canary)],
          ['compared', `${formatCounts(counts.stable)} with stable`],
          ...rollout.signals.map((signal): [string, string] => [
            signalLabels[signal.name] ?? signal.name,
            formatSignal(signal, rollout),
          ]),
          ...field('top error', rollout.error && formatError(rollout.error)),
          ['evidence', `${formatSignificant(rollout.evidence)}; pauses at 100, rolls back at 1,000`],
          [
            `${countedBy}s`,
            `${networks.reporting} reporting, ${networks.failing} failing; a rollback needs ${networks.needed} failing`,
          ],
          ['last report', lastReportAt === null ? 'none yet' : formatAge(lastReportAt, now)],
        ] satisfies [string, string][])
      : []),
    ...field('not counted', formatDropped(rollout)),
    ...missing.map((text, at): [string, string] => [at === 0 ? 'next step' : '', text]),
    ...(isOver ? [] : formatEstimate(rollout, now)),
    ...field('WARNING', describeProxyProblem(rollout)),
  ]
}

function field(label: string, text: string | null): [string, string][] {
  return text === null ? [] : [[label, text]]
}

/** When each step that is left is likely to end. */
function formatEstimate({ estimate, share }: Rollout, now: number): [label: string, text: string][] {
  if (estimate === null)
    return [['estimate', 'none yet: how many loads this remote has is known after 10 minutes and 20 loads']]
  const { loadsPerMinute, countedIn, steps } = estimate
  const where = countedIn === 'this-rollout' ? '' : ', as in the last rollout'
  const start = share === 0 ? ', and if testers approve now' : ''
  const unknown = steps.at(-1)?.share === fullShare ? [] : ['later steps take more than 30 days']
  const times = steps.map(
    ({ share: of, from, to }) => `${of / 100} % likely ends ${formatRange([from, to], now)}`,
  )
  return [
    ['estimate', `at ${formatSignificant(loadsPerMinute)} loads a minute${where}${start}:`],
    ...[...times, ...unknown].map((text): [string, string] => ['', text]),
  ]
}

/** The time between two times, such as `Tue 14:00 to Wed 03:00 UTC`; with dates, if it is further away than a week. */
function formatRange([from, to]: readonly [number, number], now: number): string {
  const isNear = to - now < 6 * 24 * 3_600_000
  const format = (ms: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'UTC',
      ...(isNear
        ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
        : { weekday: 'short', day: 'numeric', month: 'short' }),
    })
      .format(ms)
      .replaceAll(',', '')
  return format(from) === format(to)
    ? `${format(from)}`
    : `${format(from)} to ${format(to)}${isNear ? ' UTC' : ''}`
}

/** The progress of a rollout, in as few lines as fit. */
export function formatProgress(rollout: Rollout): string {
  const { remote, to, status, step, plan, counts, missing } = rollout
  const steps = plan.steps.map((_, at) => (at < step ? '#' : at === step ? '>' : '.')).join('')
  const waiting = missing.length === 0 ? '' : `; ${missing.join(', ')}`
  const text = `${remote} ${to} [${steps}] ${formatRolloutShare(rollout)} ${status}; ${formatCounts(counts.canary)}${waiting}`
  return wrapText(text, 78).join('\n  ')
}

/** Signals in a few letters, by name. */
export const signalLabels: Readonly<Record<string, string>> = {
  error: 'errors',
  failure: 'failures',
  request: 'requests',
  blocked: 'blocked',
  shift: 'shifts',
  measure: 'measures',
  'slow-interaction': 'interactions',
  'slow-paint': 'paints',
  'slow-load': 'load times',
  leave: 'left at once',
  silent: 'no answer',
}

function formatSignal({ name, canary, expected }: Rollout['signals'][number], { vitals }: Rollout): string {
  const counts = `${formatCount(canary, 'visitor')} with the canary, where ${formatSignificant(expected)} would with stable`
  const vital = vitals.find(({ signal }) => signal === name)
  if (vital === undefined) return counts
  const unit = vital.name === 'memory' ? 'MB' : 'ms'
  return `${formatNumber(vital.stable)} -> ${formatNumber(vital.canary)} ${unit} in three of four visits; above that of stable: ${counts}`
}

function formatError(error: ReleaseError): string {
  const inFunction = error.source?.function ? ` (${error.source.function})` : ''
  return `${error.type} in ${getErrorPlace(error)}${inFunction}, ${formatCount(error.canary, 'visitor')}`
}

/** Its status and, while it is in progress, its share. */
export function formatRolloutState(rollout: Rollout): string {
  return isActive(rollout)
    ? `${formatStatus(rollout)}, ${formatRolloutShare(rollout)}`
    : formatStatus(rollout)
}

function formatStatus({ status }: Rollout): string {
  return status === 'rolled-back' ? 'rolled back' : status
}

function formatCounts({ loads, failures }: Rollout['counts']['canary']): string {
  return `${formatNumber(failures)} of ${formatCount(loads, 'load')} failed`
}

/** null: every load was counted. */
function formatDropped(rollout: Rollout): string | null {
  const drops = listDrops(rollout)
  if (drops.length === 0) return null
  const total = drops.reduce((sum, { loads }) => sum + loads, 0)
  const texts = drops.map(({ loads, why }) => `${formatNumber(loads)} ${why}`)
  return `${formatCount(total, 'load')}: ${texts.join('; ')}`
}

/** The time of day in UTC, such as `09:30:12 UTC`. */
export function formatClock(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 19)} UTC`
}

/** Minutes in UTC, such as `2026-11-22 09:30 UTC`. */
export function formatTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function formatAge(ms: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - ms) / 1_000))
  const [count, unit]: [number, string] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour']
  return `${formatCount(count, unit)} ago, ${formatTime(ms)}`
}
