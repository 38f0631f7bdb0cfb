import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { formatTable } from '../system/format-table.ts'

/** A table of rollouts, with what each is waiting for below it. */
export function formatRollouts(rollouts: readonly Rollout[]): string {
  if (rollouts.length === 0) return 'No rollouts.'
  const head = ['remote', 'release', 'plan', 'status', 'share', 'canary', 'stable', 'evidence', 'since']
  const rows = rollouts.map((rollout) => [
    rollout.remote,
    rollout.to,
    rollout.plan.name,
    rollout.status,
    formatShare(rollout),
    formatCounts(rollout.counts.canary),
    formatCounts(rollout.counts.stable),
    rollout.evidence.toLocaleString('en', { maximumSignificantDigits: 3 }),
    new Date(rollout.startedAt).toISOString().slice(0, 16).replace('T', ' '),
  ])
  const notes = rollouts.flatMap(({ remote, reason, missing }) =>
    // A paused rollout repeats its reason in what it is waiting for.
    [...(reason === null || missing.some((text) => text.includes(reason)) ? [] : [reason]), ...missing].map(
      (note) => `${remote}: ${note}`,
    ),
  )
  const needsNote = rollouts.some((one) => one.status === 'running' && one.share > 0 && hasNoLoads(one))
  return [formatTable([head, ...rows]), ...notes, ...(needsNote ? [networksNote] : [])].join('\n')
}

// People who check the count by opening the page often share a network with somebody who already counts.
const networksNote = 'One visitor of each network counts, and only while a rollout is in progress.'

function hasNoLoads({ counts }: Rollout): boolean {
  return counts.canary.loads === 0
}

/** The progress of a rollout in one line. */
export function formatProgress(rollout: Rollout): string {
  const { remote, to, status, step, plan, counts, missing } = rollout
  const steps = plan.steps.map((_, at) => (at < step ? '#' : at === step ? '>' : '.')).join('')
  const { failures, loads } = counts.canary
  const waiting = missing.length === 0 ? '' : `; ${missing.join(', ')}`
  return `${remote} ${to} [${steps}] ${formatShare(rollout)} ${status}; ${failures} of ${loads} loads failed${waiting}`
}

function formatShare({ share, status }: Rollout): string {
  return share === 0 && status === 'running' ? 'testers' : `${share / 100} %`
}

function formatCounts({ loads, failures }: Rollout['counts']['canary']): string {
  return `${failures} of ${loads} failed`
}
