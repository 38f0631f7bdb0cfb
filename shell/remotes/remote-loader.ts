import type { RemoteModule, SearchProps } from '@portico/shared/contract/contract.ts'
import type { SelectedRemote } from '@portico/shared/release/discovery-document.ts'
import { getReleaseId } from '@portico/shared/release/release-record.ts'
import type { ComponentType } from 'react'
import { type ActiveRelease, createActiveReleases } from './active-releases.ts'
import { startDeadline } from './deadline.ts'
import type { FetchModule } from './federation.ts'
import { LoadFailure, type LoadPhase, toLoadFailure } from './load-failure.ts'
import { loadModule, loadPage, loadSearch } from './load-module.ts'

/** The life of a release in a page. */
type LoadState =
  | { readonly status: 'waiting'; readonly attempt: number }
  | RequestedState
  | { readonly status: 'failed'; readonly attempt: number }

interface RequestedState {
  readonly status: 'asked'
  readonly attempt: number
  readonly module: Promise<RemoteModule>
  /** By path. Each page is asked for once, so that a page on the screen stays the same component. */
  readonly pages: Map<string, Promise<ComponentType>>
  /** Asked for once, too. */
  search?: Promise<ComponentType<SearchProps>>
}

/** How one load of a release ended. */
export interface LoadResult extends ActiveRelease {
  /** null: it came to the page. */
  readonly failure: LoadFailure | null
  readonly ms: number
  /** What took its place in the same page view; null: nothing. */
  readonly fallback: ActiveRelease | null
}

/** Brings pages of remotes into this page view. A release that fails gives way to the one behind it, if there is one. */
export interface RemoteLoader {
  /** The component of a page. Rejects with a `LoadFailure`; asking again is a fresh attempt. */
  loadPage(remote: SelectedRemote, path: string): Promise<ComponentType>
  /** The component that searches; otherwise as `page`. */
  loadSearch(remote: SelectedRemote): Promise<ComponentType<SearchProps>>
  /** Asks for the entry of a remote whose page is asked for next: should it fail, that page has failed. */
  preload(remote: SelectedRemote): void
  /** Fetches a remote's entry before it is needed; should it fail, a page that needs it asks anew. Never rejects. */
  prefetch(remote: SelectedRemote): Promise<void>
  /**
   * Takes note that a loaded part failed on the screen; asking again is a fresh attempt, where `isSwapped` with
   * another release.
   */
  reportFailure(remote: SelectedRemote, cause: unknown): { failure: LoadFailure; isSwapped: boolean }
  /** What this page view takes of a remote now. */
  getActive(remote: SelectedRemote): ActiveRelease
  /** Takes what was chosen anew, unless something of the remote has come to the page already. */
  reselect(remote: SelectedRemote): void
}

/** What the loader needs. */
export interface RemoteLoaderOptions {
  readonly fetchModule: FetchModule
  /** One deadline over entry, chunks and styles, in milliseconds. */
  readonly deadlineMs: number
  readonly isOnline: () => boolean
  /** Hears of every load of a page or a finder. */
  readonly onEnd: (load: LoadResult) => void
}

/** Makes the loader of this page view. */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const releases = createActiveReleases()
  const lives = new Map<string, LoadState>()
  const lifeOf = ({ remote }: ActiveRelease): LoadState =>
    lives.get(getKey(remote)) ?? { status: 'waiting', attempt: 1 }

  function ask(taken: ActiveRelease): RequestedState {
    const life = lifeOf(taken)
    if (life.status === 'asked') return life
    const attempt = life.status === 'failed' ? life.attempt + 1 : life.attempt
    const module = loadModule(taken.remote, attempt, options.fetchModule)
    module.catch(() => {}) // Whoever waits for it hears of it; nobody may be waiting yet.
    const asked: RequestedState = { status: 'asked', attempt, module, pages: new Map() }
    lives.set(getKey(taken.remote), asked)
    return asked
  }

  function noteFailure(taken: ActiveRelease, attempt: number, stop: { phase: LoadPhase; thrown: unknown }) {
    const failure = toLoadFailure(taken.remote.name, stop.phase, stop.thrown, options.isOnline())
    if (lifeOf(taken).attempt === attempt) lives.set(getKey(taken.remote), { status: 'failed', attempt })
    return failure
  }

  /** What `load` takes out of the release's module. Rejects with a `LoadFailure` of the phase that it stopped in. */
  async function partOf<T>(taken: ActiveRelease, load: LoadPart<T>): Promise<T> {
    const { name, off, deadlineMs } = taken.remote
    if (off !== undefined) throw new LoadFailure(name, { phase: 'entry', reason: 'off', cause: off })
    const deadline = startDeadline(deadlineMs ?? options.deadlineMs)
    const life = ask(taken)
    let phase: LoadPhase = 'entry'
    const inTime = <S>(step: Promise<S>) =>
      deadline.race(step, () => new LoadFailure(name, { phase, reason: 'timeout' }))
    try {
      const module = await inTime(life.module)
      phase = 'module'
      return await inTime(load(taken.remote, module, life))
    } catch (thrown) {
      throw noteFailure(taken, life.attempt, { phase, thrown })
    } finally {
      deadline.stop()
    }
  }

  /** The part from the release that was chosen, or in its place from the one behind it. */
  async function part<T>(remote: SelectedRemote, load: LoadPart<T>): Promise<T> {
    const taken = releases.of(remote)
    const startedAt = performance.now()
    const msSince = () => Math.round(performance.now() - startedAt)
    try {
      const loaded = await partOf(taken, load)
      options.onEnd({ ...taken, failure: null, ms: msSince(), fallback: null })
      return loaded
    } catch (failure) {
      if (!(failure instanceof LoadFailure)) throw failure
      const swappedFor = endWith(taken, failure, msSince())
      if (swappedFor === null) throw failure
      return part(swappedFor.remote, load)
    }
  }

  /** Reports the failure. Returns what takes the place of what failed; null: nothing. */
  function endWith(taken: ActiveRelease, failure: LoadFailure, ms: number): ActiveRelease | null {
    const isOfRelease = failure.reason !== 'offline' && failure.reason !== 'off'
    const fallback = isOfRelease ? releases.swap(taken) : null
    options.onEnd({ ...taken, failure, ms, fallback })
    return fallback
  }

  return {
    loadPage: (remote, path) =>
      part(remote, (from, { routes }, { pages }) => {
        const loading = pages.get(path) ?? loadPage(from, routes, path)
        pages.set(path, loading)
        return loading
      }),
    loadSearch: (remote) =>
      part(remote, (from, module, life) => {
        life.search ??= loadSearch(from, module)
        return life.search
      }),
    preload(remote) {
      const taken = releases.of(remote)
      if (taken.remote.off === undefined) ask(taken)
    },
    async prefetch(remote) {
      const taken = releases.of(remote)
      if (lifeOf(taken).status !== 'waiting' || taken.remote.off !== undefined) return
      const { attempt, module } = ask(taken)
      await module.catch((thrown: unknown) => noteFailure(taken, attempt, { phase: 'entry', thrown }))
    },
    reportFailure(remote, cause) {
      const taken = releases.of(remote)
      const thrown = new LoadFailure(remote.name, { phase: 'mount', reason: 'mount', cause })
      const failure = noteFailure(taken, lifeOf(taken).attempt, { phase: 'mount', thrown })
      return { failure, isSwapped: endWith(taken, failure, 0) !== null }
    },
    getActive: releases.of,
    reselect(remote) {
      const life = lifeOf(releases.of(remote))
      const isInPage = life.status === 'asked' && (life.pages.size > 0 || life.search !== undefined)
      if (!isInPage) releases.choose(remote)
    },
  }
}

type LoadPart<T> = (from: SelectedRemote, module: RemoteModule, life: RequestedState) => Promise<T>

function getKey({ name, release }: SelectedRemote): string {
  return `${name}@${getReleaseId(release)}`
}
