import { formatNumber } from '@portico/kit/format.ts'
import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { formatShare } from '../ui/share-bar.tsx'

/** What a visitor gets of an app, and why. */
export interface ChosenRelease {
  readonly app: string
  /** null: none. */
  readonly release: string | null
  readonly isCanary: boolean
  readonly why: string
}

/** What a visitor without preview links gets. `bucket`: theirs in the app's rollout, from 0 to 9,999. */
export function chooseRelease(app: OverviewApp, bucket: number): ChosenRelease {
  const { name, stable, off, rollout } = app
  const choose = (release: string | null, why: string) => ({
    ...{ app: name, release, why },
    isCanary: release !== null && release === rollout?.to && release !== stable,
  })
  if (off !== null) return choose(null, `It is turned off: ${off}`)
  if (stable === null) return choose(null, 'Nothing was released yet.')
  if (rollout === null || (rollout.status !== 'running' && rollout.status !== 'paused'))
    return choose(stable, 'Everyone gets it: no rollout is in progress.')
  const { share, to } = rollout
  if (share === 0) return choose(stable, `Only testers get ${to}.`)
  const where = `the first ${formatNumber(share)} of 10,000 buckets get ${to} (${formatShare(share)})`
  return bucket < share
    ? choose(to, `Bucket ${formatNumber(bucket)}: ${where}.`)
    : choose(stable, `Bucket ${formatNumber(bucket)}: only ${where}.`)
}
