import { getVersion } from '@portico/protocol/release/release-record.ts'
import { formatShare } from '@portico/protocol/rollout/describe-visitors.ts'
import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { isActive, type Rollout } from '@portico/protocol/rollout/rollout-record.ts'

/** What visitors get of an app now, in sentences. Changes with every step and every change of its state. */
export function describeState({ stable, off, frozen, rollout }: OverviewApp): string {
  return [
    stable === null ? 'Nobody has a release.' : `Stable is ${getVersion(stable)}.`,
    rollout !== null && isActive(rollout)
      ? `${getVersion(rollout.to)} is ${describeProgress(rollout)}${because(rollout.reason)}`
      : rollout !== null && rollout.status !== 'completed'
        ? `${getVersion(rollout.to)} was ${rollout.status.replace('-', ' ')}${because(rollout.reason)}`
        : 'No rollout is in progress.',
    off !== null && `It is off${because(off)}`,
    frozen !== null && `It is frozen${because(frozen)}`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

/** `running at 5 %`, `paused with testers` */
export function describeProgress({ status, share }: Pick<Rollout, 'status' | 'share'>): string {
  return `${status} ${share === 0 ? 'with' : 'at'} ${formatShare(share)}`
}

function because(reason: string | null): string {
  return reason === null ? '.' : `: ${reason.replace(/\.$/, '')}.`
}
