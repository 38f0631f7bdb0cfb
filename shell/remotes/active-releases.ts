import type { SelectedRelease, SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { LoadReport } from '@portico/protocol/discovery/load-report.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'

/** A release that reports are about: of a remote, or of the shell itself. */
export interface ReportedRelease {
  readonly remote: Pick<SelectedRemote, 'name' | 'rollout'> & {
    readonly release: Pick<SelectedRelease, 'version' | 'hash' | 'folder' | 'pages'>
  }
  readonly arm: LoadReport['arm']
}

/** The release of a remote that this page view uses. */
export interface ActiveRelease extends ReportedRelease {
  /** As selected, or with the fallback after a failure. */
  readonly remote: SelectedRemote
}

/** Identifies a release among those of all remotes. */
export function getReleaseKey({ name, release }: ReportedRelease['remote']): string {
  return `${name}@${getReleaseId(release)}`
}

/** Tracks the release of each remote that this page view uses: the selected one, until it fails or a new one is selected. */
export function createActiveReleases() {
  const active = new Map<string, ActiveRelease>()
  const activate = (
    remote: SelectedRemote,
    arm: ActiveRelease['arm'] = remote.arm ?? 'stable',
  ): ActiveRelease => {
    active.set(remote.name, { remote, arm })
    return { remote, arm }
  }
  const get = (remote: SelectedRemote): ActiveRelease => active.get(remote.name) ?? activate(remote)

  return {
    get,
    /** Replaces a failed release. Returns its replacement; null: there is none. */
    replace(failed: ActiveRelease): ActiveRelease | null {
      const current = get(failed.remote)
      if (current.remote.release !== failed.remote.release) return current // Another part of it failed first.
      const { name, team, rollout, fallback } = current.remote
      if (fallback === undefined) return null
      return activate(
        { name, team, release: fallback, ...(rollout !== undefined && { rollout }) },
        'fallback',
      )
    },
    /** Uses a newly selected release. */
    select: (remote: SelectedRemote) => void activate(remote),
  }
}
