import { getReleaseFolder, getRetryFolder } from '@portico/kit/paths.ts'
import type { HostRelease, HostReleases } from '@portico/protocol/discovery/host-releases.ts'
import type { SignalReport } from '@portico/protocol/discovery/load-report.ts'
import { type LoadFailure, type LoadPhase, toLoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { useStorage } from './use-storage.ts'

/** What every report about a release starts with. */
export type About = Omit<SignalReport, 'signal'>

/** The release of a remote that this page view uses, in one attempt to load it. */
export interface ActiveRelease {
  /** What the federation runtime knows it as, so that no two of them ever meet: `cart~1.2.0-0a1b2c3d~1`. */
  readonly key: string
  readonly name: string
  readonly release: HostRelease
  /** URL of the release's files. */
  readonly folder: string
  /** URL of its entry in this attempt. */
  readonly entry: string
  /** null: it isn't compared with another, so it isn't reported. */
  readonly about: About | null
  readonly fallback: HostRelease | undefined
  readonly deadlineMs: number
  readonly attempt: number
  phase: LoadPhase
  startedAt: number
  /** How long its entry took, until a module has shared its deadline. */
  entryMs: number
  /** Whether it has failed with code of it in the page: an entry that hangs may still run. */
  hasRun?: boolean
  /** Why it can't be loaded any more. */
  failure?: Error
  /** What replaces it in this page view. */
  next?: ActiveRelease
}

type Selected = Pick<ActiveRelease, 'name' | 'release' | 'about' | 'fallback' | 'deadlineMs' | 'attempt'>

/** Tracks the release of each remote that this page view uses: the one that the site names, until it fails. */
export function createActiveReleases(site: string) {
  const current = new Map<string, ActiveRelease>()
  const byKey = new Map<string, ActiveRelease>()

  function activate(selected: Selected): ActiveRelease {
    const { name, release, attempt } = selected
    const key = `${name}~${release.id}~${attempt}`
    const folder = site + getReleaseFolder(name, release.id)
    const entry = getRetryFolder(folder, attempt) + release.entry.slice(folder.length)
    const state = { phase: 'entry', startedAt: 0, entryMs: 0 } as const
    const active: ActiveRelease = { ...selected, key, folder, entry, ...state }
    current.set(name, active)
    byKey.set(key, active)
    return active
  }

  function replace(failed: Selected, release: HostRelease): ActiveRelease {
    return activate({ ...failed, release, about: null, fallback: undefined, attempt: 1 })
  }

  return {
    /** The one that the runtime knows by this name. */
    find: (key: string) => byKey.get(key),
    /** The active one of a remote that the site names. */
    get(name: string, remote: HostReleases['remotes'][string], defaultDeadlineMs: number): ActiveRelease {
      const known = current.get(name)
      if (known) return known
      const { release, fallback, arm = 'stable', rollout, off, deadlineMs = defaultDeadlineMs } = remote
      const about = rollout ? { remote: name, release: release.id, rollout, arm } : null
      const selected = { name, release, about, fallback, deadlineMs, attempt: 1 }
      const active = fallback && hasReloaded(selected) ? replace(selected, fallback) : activate(selected)
      if (off !== undefined)
        active.failure = new Error(`${name} is turned off: ${off}. Owner: ${remote.team}.`)
      return active
    },
    /** Ends a release that has failed: with its fallback in `next`, otherwise the next load is a new attempt. */
    fail(active: ActiveRelease, thrown: unknown): LoadFailure {
      const { name, phase, fallback, attempt } = active
      const failure = toLoadFailure(name, phase, thrown, navigator.onLine)
      active.hasRun = phase !== 'entry' || failure.reason !== 'network'
      if (fallback && failure.reason !== 'offline') active.next = replace(active, fallback)
      else activate({ ...active, attempt: attempt + 1 })
      active.failure = failure
      return failure
    },
  }
}

/**
 * Loads the page again, once for a release: two containers of one name would mix their chunks. Not if it was loaded again already, or
 * if nothing could remember that.
 */
export function reloadWithout(failed: Selected): boolean | undefined {
  return useStorage(() => {
    if (hasReloaded(failed)) return false
    sessionStorage.setItem(getMark(failed), 'failed')
    location.reload()
    return true
  })
}

function hasReloaded(selected: Selected): boolean {
  return !!useStorage(() => sessionStorage.getItem(getMark(selected)))
}

function getMark({ name, release: { id } }: Selected): string {
  return `portico:${name}~${id}`
}
