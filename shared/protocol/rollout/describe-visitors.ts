import { formatNumber } from '@portico/kit/format.ts'
import { fullShare } from './plans.ts'
import type { Rollout } from './rollout-record.ts'

/** What decides who gets which release of an app. */
interface Served {
  readonly stable: string | null
  readonly off: string | null
  /** The latest; null: none yet. */
  readonly rollout: Pick<Rollout, 'to' | 'status' | 'share'> | null
}

/** Who gets which release, such as `5 % of visitors get 2.1.0-0a1b2c3d, everyone else 2.0.0-4d5e6f70`. */
export function describeVisitors({ stable, off, rollout }: Served): string {
  if (off !== null) return 'turned off; its pages say so'
  if (stable === null) return 'published, but not released: visitors get nothing'
  if (rollout === null || (rollout.status !== 'running' && rollout.status !== 'paused'))
    return `everyone gets ${stable}`
  if (rollout.share === fullShare) return `everyone gets ${rollout.to} (monitored); previously ${stable}`
  const who = rollout.share === 0 ? 'testers' : `${formatShare(rollout.share)} of visitors`
  return `${who} get ${rollout.to}, everyone else ${stable}`
}

/** A share of visitors in basis points, such as `5 %`; 0 is `testers`. */
export function formatShare(share: number): string {
  return share === 0 ? 'testers' : `${formatNumber(share / 100, 2)} %`
}

/** The share of visitors who get a rollout's release; only a running one has testers. */
export function formatRolloutShare({ share, status }: Pick<Rollout, 'share' | 'status'>): string {
  return share === 0 && status !== 'running' ? '0 %' : formatShare(share)
}

/** What a visitor gets of an app, and why. */
export interface ChosenRelease {
  readonly app: string
  /** null: none. */
  readonly release: string | null
  readonly isCanary: boolean
  readonly why: string
}

/** What a visitor without preview links gets. `bucket`: theirs in the app's rollout, from 0 to 9,999. */
export function chooseRelease(
  { name, stable, off, rollout }: Served & { readonly name: string },
  bucket: number,
): ChosenRelease {
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
