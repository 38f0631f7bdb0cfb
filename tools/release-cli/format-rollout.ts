import type { Rollout } from '@portico/shared/rollout/rollout-record.ts'
import { formatTable } from '../system/format-table.ts'

/** A table of rollouts, and under it what each waits for. */
export function rolloutTable(rollouts: readonly Rollout[]): string {
  if (rollouts.length === 0) return 'There is no rollout.'
  const head = ['remote', 'release', 'plan', 'status', 'share', 'canary', 'stable', 'evidence', 'since']
  const rows = rollouts.map((rollout) => [
    rollout.remote,
    rollout.to,
    rollout.plan.name,
    rollout.status,
    shareOf(rollout),
    armOf(rollout.counts.canary),
    armOf(rollout.counts.stable),
    rollout.evidence.toLocaleString('en', { maximumSignificantDigits: 3 }),
    new Date(rollout.startedAt).toISOString().slice(0, 16).replace('T', ' '),
  ])
  const notes = rollouts.flatMap(({ remote, reason, missing }) =>
    // What a paused one waits for has the reason in it.
    [...(reason === null || missing.some((text) => text.includes(reason)) ? [] : [reason]), ...missing].map(
      (note) => `${remote}: ${note}`,
    ),
  )
  const hasNoLoads = rollouts.some((one) => one.status === 'running' && one.share > 0 && isUnseen(one))
  return [formatTable([head, ...rows]), ...notes, ...(hasNoLoads ? [whoCounts] : [])].join('\n')
}

// Who looks at the page to see it counted is, more often than not, there for the first time.
const whoCounts =
  'Loads are of visitors who came back: a first visit gets stable and is compared with nobody.'

function isUnseen({ counts }: Rollout): boolean {
  return counts.canary.loads === 0
}

/** One line of how far a rollout is. */
export function progressLine(rollout: Rollout): string {
  const { remote, to, status, step, plan, counts, missing } = rollout
  const steps = plan.steps.map((_, at) => (at < step ? '#' : at === step ? '>' : '.')).join('')
  const { failures, loads } = counts.canary
  const waits = missing.length === 0 ? '' : `; ${missing.join(', ')}`
  return `${remote} ${to} [${steps}] ${shareOf(rollout)} ${status}; ${failures} of ${loads} loads failed${waits}`
}

function shareOf({ share, status }: Rollout): string {
  return share === 0 && status === 'running' ? 'testers' : `${share / 100} %`
}

function armOf({ loads, failures }: Rollout['counts']['canary']): string {
  return `${failures} of ${loads} failed`
}
