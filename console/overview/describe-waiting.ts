import { formatDuration } from '@portico/kit/format.ts'
import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { isActive } from '@portico/protocol/rollout/rollout-record.ts'
import { hideEvidence } from '../ui/hide-evidence.ts'

/** Why an app is as it is, or what its rollout waits for: `waits for 412 more loads, about 20 minutes`; empty: nothing. */
export function describeWaiting({ rollout, off, frozen }: OverviewApp, now: number): string {
  if (off !== null) return off
  if (rollout === null || !isActive(rollout)) return frozen ?? hideEvidence(rollout?.reason ?? '')
  if (rollout.reason !== null) return hideEvidence(rollout.reason)
  const missing = rollout.missing.map((part) => part.replace(/^needs (?:to )?/, ''))
  const left = rollout.stepEndsAt === null ? 0 : Math.ceil((rollout.stepEndsAt - now) / 1_000)
  const parts = [...missing, ...(left > 0 ? [`about ${formatDuration(left)}`] : [])]
  return parts.length === 0 ? '' : `waits for ${parts.join(', ')}`
}
