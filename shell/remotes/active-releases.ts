import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import type { LoadReport } from '@portico/shared/release/load-report.ts'

/** The release of a remote that this page view takes now. */
export interface ActiveRelease {
  /** As it was chosen; after a swap with the release that took the place of the failed one. */
  readonly remote: SelectedRemote
  readonly arm: LoadReport['arm']
}

/** Which release of each remote this page view takes: the chosen one, until it fails or another one is released. */
export function createActiveReleases() {
  const taken = new Map<string, ActiveRelease>()
  const put = (remote: SelectedRemote, arm: ActiveRelease['arm'] = remote.arm ?? 'stable'): ActiveRelease => {
    taken.set(remote.name, { remote, arm })
    return { remote, arm }
  }
  const of = (remote: SelectedRemote): ActiveRelease => taken.get(remote.name) ?? put(remote)

  return {
    of,
    /** What to take instead of what failed; null: there is nothing better. */
    swap(failed: ActiveRelease): ActiveRelease | null {
      const now = of(failed.remote)
      if (now.remote.release !== failed.remote.release) return now // Another part of it has failed before.
      const { name, team, rollout, fallback } = now.remote
      if (fallback === undefined) return null
      return put({ name, team, release: fallback, ...(rollout !== undefined && { rollout }) }, 'fallback')
    },
    /** Takes what was chosen anew. */
    choose: (remote: SelectedRemote) => void put(remote),
  }
}
