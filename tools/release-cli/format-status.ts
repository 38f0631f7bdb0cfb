import { formatFields, wrapText } from '@portico/protocol/command-line/format-fields.ts'
import { describeVisitors } from '@portico/protocol/rollout/describe-visitors.ts'
import type { RemoteState } from '@portico/protocol/rollout/rollout-api.ts'
import type { Rollout } from '@portico/protocol/rollout/rollout-record.ts'
import { formatTable } from '../system/format-table.ts'
import { formatRolloutState, getRolloutFields } from './format-rollout.ts'

/** What visitors get from a remote, and its latest rollout. */
export interface RemoteStatus extends RemoteState {
  /** null: nothing was rolled out yet. */
  readonly rollout: Rollout | null
}

/** Every remote with what its visitors get now, as a table. */
export function formatStatusTable(remotes: readonly RemoteStatus[]): string {
  if (remotes.length === 0) return 'Nothing has been published on this site.'
  const rows = remotes.map(({ remote, stable, off, frozen, rollout }) => [
    remote,
    stable ?? 'none',
    rollout === null ? '' : `${formatRolloutState(rollout)}: ${rollout.to}`,
    [off === null ? '' : 'off', frozen === null ? '' : 'frozen'].filter(Boolean).join(', '),
  ])
  return formatTable([['remote', 'stable', 'latest rollout', 'switches'], ...rows])
}

/** A remote with what its visitors get now, and its latest rollout below. */
export function formatStatus(status: RemoteStatus, now = Date.now()): string {
  const { stable, fallback, off, frozen, rollout } = status
  const fields: [string, string][] = [
    ['stable', stable ?? 'none'],
    ['fallback', fallback ?? 'none'],
    ['off', off === null ? 'no' : `yes: ${off}`],
    ['frozen', frozen === null ? 'no' : `yes: ${frozen}`],
    ...(rollout === null ? [] : getRolloutFields(rollout, now)),
  ]
  return [...wrapText(`${status.remote}: ${describeVisitors(status)}`), formatFields(fields)].join('\n')
}
