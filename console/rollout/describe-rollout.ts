import { formatDateTime, formatList } from '@portico/kit/format.ts'
import { getVersion } from '@portico/protocol/release/release-record.ts'
import {
  compareLoads,
  compareSignals,
  describeChange,
  describeSignals,
} from '@portico/protocol/rollout/describe-signal.ts'
import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { AuditEvent } from '@portico/protocol/rollout/rollout-api.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { signals as knownSignals } from '@portico/protocol/rollout/signals.ts'
import { systemActors } from '@portico/protocol/tokens/token-api.ts'
import { hideEvidence } from '../ui/hide-evidence.ts'

/** The first sentences about a rollout: why it paused or ended, or what visitors get and what happens next. */
export function describeRollout(
  rollout: Rollout,
  { events = [], now }: { readonly events?: readonly AuditEvent[]; readonly now: number },
): string {
  const { remote, to, status, missing } = rollout
  const name = `${remote.charAt(0).toUpperCase()}${remote.slice(1)} ${getVersion(to)}`
  const stepShare = getStepShare(rollout)
  const at = stepShare === 0 ? 'in the testers’ step' : `at ${formatShare(stepShare)}`
  switch (status) {
    case 'pending':
      return `${name} hasn’t begun. It ${formatNeeds(missing)}`
    case 'running':
      return [...describeRise(rollout, isHard), describeNext(rollout, now)].join(' ')
    case 'paused':
      return `${name} was paused ${at}${describeCause(rollout, events)}`
    case 'rolled-back':
      return `${name} was rolled back ${at}${describeCause(rollout, events)}`
    case 'cancelled':
      return `${name} was cancelled${describeCause(rollout, events)}`
    case 'completed':
      return `${name} went to every visitor. The rollout completed on ${formatDateTime(rollout.changedAt)}.`
  }
}

/** The share of its step, in basis points: a rollout that was rolled back has none any more. */
function getStepShare({ share, step, plan }: Pick<Rollout, 'share' | 'step' | 'plan'>): number {
  return Math.max(share, plan.steps[step]?.share ?? 0)
}

/** Every comparison of its arms: the loads, and the signals that occurred. */
export function compareArms({ signals, counts, networks }: Rollout) {
  return [compareLoads(counts), ...compareSignals({ signals, counts, reporting: networks.reporting })]
}

/** Who and why: `by ana: …` of a person, or what the site measured. */
function describeCause(rollout: Rollout, events: readonly AuditEvent[]): string {
  const { reason, status } = rollout
  const what = endings[status]
  const by = events.findLast((event) => event.what === what)?.by ?? null
  const why = hideEvidence(reason ?? '')
  const isAutomatic = by === null ? why !== reason : by === systemActors.site
  if (!isAutomatic) return `${by === null ? '' : ` by ${by}`}: ${endSentence(why)}`
  const rose = describeRise(rollout)
  const text = rose.length > 0 ? rose.join(' ') : endSentence(why)
  return `: ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

/** A sentence for each signal that rose by more than chance, and for failed loads. */
function describeRise(
  { signals, counts, networks, error }: Rollout,
  isWanted: (signal: Rollout['signals'][number]) => boolean = () => true,
): string[] {
  const loads = compareLoads(counts)
  return [
    ...describeSignals({ signals: signals.filter(isWanted), counts, reporting: networks.reporting }, error),
    ...(loads.lower > 0 ? [describeChange(loads) ?? ''] : []),
  ]
}

/** Whether it makes a canary worse before the site has decided; by chance, one of the others often rises. */
const isHard = ({ name }: Rollout['signals'][number]) =>
  Object.entries(knownSignals).some(([known, { isHard }]) => known === name && isHard)

const endings: Readonly<Partial<Record<Rollout['status'], string>>> = {
  paused: 'rollout.pause',
  'rolled-back': 'rollout.rollback',
  cancelled: 'rollout.cancel',
}

function describeNext(rollout: Rollout, now: number): string {
  const { to, share, step, plan, missing, estimate } = rollout
  const version = getVersion(to)
  const next = plan.steps[step + 1]
  const then = next === undefined ? 'the rollout is complete' : `goes to ${formatShare(next.share)}`
  if (share === 0)
    return `Only testers with a preview link get ${version}. It ${missing.length > 1 ? formatNeeds(missing) : `${then} once you advance it.`}`
  const who = share === fullShare ? 'Every visitor gets' : `${formatShare(share)} of visitors get`
  const end = estimate?.steps[0]
  const when = end === undefined || end.share !== share ? '' : `, likely by ${formatSoon(end.to, now)}`
  if (missing.length === 0) return `${who} ${version}. It ${then} at the next check.`
  return `${who} ${version}. It ${formatNeeds(missing, `${when}, then ${then}`)}`
}

/** `needs 412 more loads and 3 more minutes of reports, then goes to 25 %.` */
function formatNeeds(missing: readonly string[], then = ''): string {
  if (missing.length === 0) return 'waits for the next check.'
  const needs = missing.map((text) => text.replace(/^needs /, '').replace(/\.$/, ''))
  return `needs ${formatList(needs)}${then}.`
}

/** The time of day, or with its date if that is another one. */
function formatSoon(at: number, now: number): string {
  const [time, today] = [new Date(at), new Date(now)]
  if (time.toDateString() !== today.toDateString()) return formatDateTime(at)
  return time.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

function endSentence(text: string): string {
  return text.replace(/\.?$/, '.')
}
