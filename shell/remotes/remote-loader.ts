import type { ContentPort, Destination, RemoteModule, SearchProps } from '@portico/kit/contract/contract.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import type { ComponentType } from 'react'
import { type ActiveRelease, createActiveReleases, getReleaseKey } from './active-releases.ts'
import { startDeadline } from './deadline.ts'
import type { FetchModule } from './federation.ts'
import type { Isolation } from './isolation.ts'
import { LoadFailure, type LoadPhase, toLoadFailure } from './load-failure.ts'
import { loadDestinations, loadModule, loadPage, loadSearch, loadShowcase } from './load-module.ts'

/** The load state of a release in this page view. */
type LoadState =
  | { readonly status: 'idle'; readonly attempt: number }
  | RequestedState
  | { readonly status: 'failed'; readonly attempt: number }

interface RequestedState {
  readonly status: 'requested'
  readonly attempt: number
  readonly module: Promise<RemoteModule>
  /** By path. Each page is requested once, so that a page on the screen stays the same component. */
  readonly pages: Map<string, Promise<ComponentType>>
  /** Pages that may be opened next, by path. */
  readonly warmed: Map<string, Promise<ComponentType>>
  /** Also requested once. */
  search?: Promise<ComponentType<SearchProps>>
  /** By path of the page. */
  readonly showcases: Map<string, Promise<ComponentType | null>>
}

/** The outcome of one load of a release. */
export interface LoadResult extends ActiveRelease {
  /** null: it loaded. */
  readonly failure: LoadFailure | null
  readonly ms: number
  /** The release that replaced it in the same page view; null: none. */
  readonly fallback: ActiveRelease | null
}

/** Loads the pages of remotes. A release that fails is replaced by its fallback, if it has one. */
export interface RemoteLoader {
  /** Loads the component of a page. Rejects with a `LoadFailure`; calling it again starts a new attempt. */
  loadPage(remote: SelectedRemote, path: string): Promise<ComponentType>
  /** Loads the search component; otherwise like `loadPage`. */
  loadSearch(remote: SelectedRemote): Promise<ComponentType<SearchProps>>
  /** Loads the showcase of a page; null: its release has none. Otherwise like `loadPage`. */
  loadShowcase(remote: SelectedRemote, path: string): Promise<ComponentType | null>
  /** Loads the search entries that aren't pages; otherwise like `loadPage`. */
  loadDestinations(remote: SelectedRemote, content: ContentPort): Promise<readonly Destination[]>
  /** Requests the entry of a remote whose page is loaded next. If the entry fails, so does that page. */
  preload(remote: SelectedRemote): void
  /** Requests the code of a page that may be loaded next. If the network fails, loading that page requests it again. */
  warm(remote: SelectedRemote, path: string): void
  /**
   * Reports that a loaded component failed while rendering. The next load is a new attempt; if `hasFallback`, with
   * another release.
   */
  reportFailure(remote: SelectedRemote, cause: unknown): { failure: LoadFailure; hasFallback: boolean }
  /** Reports that a page of the remote is on the screen. */
  reportMount(remote: SelectedRemote): void
  /** The release of a remote that this page view uses. */
  getActive(remote: SelectedRemote): ActiveRelease
  /** Uses the newly selected release, unless the page has already loaded something of the remote. */
  reselect(remote: SelectedRemote): void
}

/** The inputs of the loader. */
export interface RemoteLoaderOptions {
  readonly fetchModule: FetchModule
  readonly isolation: Pick<Isolation, 'admit'>
  /** One deadline for entry, chunks and styles together, in milliseconds. */
  readonly deadlineMs: number
  readonly isOnline: () => boolean
  /** Whether the page has been in the back/forward cache since `time`. There, deadlines pass and nothing loads. */
  readonly hasReturnedSince: (time: number) => boolean
  /** Called after every load of a page or of the search. */
  readonly onEnd: (load: LoadResult) => void
  /** Called when a page is on the screen. */
  readonly onMount: (shown: ActiveRelease) => void
}

/** Creates the loader of this page view. */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const releases = createActiveReleases()
  const states = new Map<string, LoadState>()
  const getState = ({ remote }: ActiveRelease): LoadState =>
    states.get(getReleaseKey(remote)) ?? { status: 'idle', attempt: 1 }

  function request(active: ActiveRelease): RequestedState {
    const state = getState(active)
    if (state.status === 'requested') return state
    const attempt = state.status === 'failed' ? state.attempt + 1 : state.attempt
    const module = loadModule(active.remote, attempt, options.fetchModule)
    module.catch(() => {}) // Callers handle the failure, but may not be waiting yet.
    const requested: RequestedState = {
      status: 'requested',
      attempt,
      module,
      pages: new Map(),
      warmed: new Map(),
      showcases: new Map(),
    }
    states.set(getReleaseKey(active.remote), requested)
    return requested
  }

  function recordFailure(
    active: ActiveRelease,
    attempt: number,
    details: { phase: LoadPhase; thrown: unknown },
  ) {
    const failure = toLoadFailure(active.remote.name, details.phase, details.thrown, options.isOnline())
    if (getState(active).attempt === attempt)
      states.set(getReleaseKey(active.remote), { status: 'failed', attempt })
    return failure
  }

  /** Loads a part of one release. Rejects with a `LoadFailure` of the phase that failed. */
  async function loadFromRelease<T>(active: ActiveRelease, loadPart: LoadPart<T>): Promise<T> {
    const { name, off, deadlineMs } = active.remote
    if (off !== undefined) throw new LoadFailure(name, { phase: 'entry', reason: 'off', cause: off })
    const deadline = startDeadline(deadlineMs ?? options.deadlineMs)
    const state = request(active)
    let phase: LoadPhase = 'entry'
    const withDeadline = <S>(step: Promise<S>) =>
      deadline.race(step, () => new LoadFailure(name, { phase, reason: 'timeout' }))
    try {
      const module = await withDeadline(state.module)
      phase = 'module'
      return await withDeadline(loadPart(active.remote, module, state))
    } catch (thrown) {
      throw recordFailure(active, state.attempt, { phase, thrown })
    } finally {
      deadline.stop()
    }
  }

  /** Loads a part of the active release, or of its fallback. */
  async function load<T>(remote: SelectedRemote, loadPart: LoadPart<T>): Promise<T> {
    if (!options.isolation.admit(remote))
      throw new LoadFailure(remote.name, { phase: 'entry', reason: 'isolated' })
    const active = releases.get(remote)
    const startedAt = performance.now()
    const getElapsedMs = () => Math.round(performance.now() - startedAt)
    try {
      const loaded = await loadFromRelease(active, loadPart)
      options.onEnd({ ...active, failure: null, ms: getElapsedMs(), fallback: null })
      return loaded
    } catch (failure) {
      if (!(failure instanceof LoadFailure)) throw failure
      // It says nothing about the release.
      if (options.hasReturnedSince(startedAt)) return load(remote, loadPart)
      const fallback = endWithFailure(active, failure, getElapsedMs())
      if (fallback === null) throw failure
      return load(fallback.remote, loadPart)
    }
  }

  /** Reports the failure. Returns the fallback, or null if there is none. */
  function endWithFailure(active: ActiveRelease, failure: LoadFailure, ms: number): ActiveRelease | null {
    const isReleaseFault = failure.reason !== 'offline' && failure.reason !== 'off'
    const fallback = isReleaseFault ? releases.replace(active) : null
    options.onEnd({ ...active, failure, ms, fallback })
    return fallback
  }

  /** Loads the code of a page that may be opened next. A failure is not reported. */
  async function warmPage({ remote }: ActiveRelease, requested: RequestedState, path: string): Promise<void> {
    const { module, attempt, pages, warmed } = requested
    const key = getReleaseKey(remote)
    const loaded = await module.catch(() => null)
    if (loaded === null) {
      if (states.get(key) === requested) states.set(key, { status: 'failed', attempt })
      return
    }
    if (pages.has(path) || warmed.has(path)) return
    const loading = loadPage(remote, loaded.routes, path)
    warmed.set(path, loading)
    await loading.catch((thrown: unknown) => {
      const { reason } = toLoadFailure(remote.name, 'module', thrown, options.isOnline())
      // Code that has thrown is not evaluated again: opening the page throws the same error.
      if (reason !== 'init' && reason !== 'contract') warmed.delete(path)
    })
  }

  return {
    loadPage: (remote, path) =>
      load(remote, (from, { routes }, { pages, warmed }) => {
        const loading = pages.get(path) ?? warmed.get(path) ?? loadPage(from, routes, path)
        pages.set(path, loading)
        return loading
      }),
    loadSearch: (remote) =>
      load(remote, (from, module, state) => {
        state.search ??= loadSearch(from, module)
        return state.search
      }),
    loadShowcase: (remote, path) =>
      load(remote, (from, module, { showcases }) => {
        const loading = showcases.get(path) ?? loadShowcase(from, module, path)
        showcases.set(path, loading)
        return loading
      }),
    loadDestinations: (remote, content) =>
      load(remote, (from, module) => loadDestinations(from, module, content)),
    preload(remote) {
      const active = releases.get(remote)
      if (active.remote.off === undefined && options.isolation.admit(remote)) request(active)
    },
    warm(remote, path) {
      const active = releases.get(remote)
      if (active.remote.off !== undefined || getState(active).status === 'failed') return
      if (!options.isolation.admit(remote)) return
      void warmPage(active, request(active), path)
    },
    reportFailure(remote, cause) {
      const active = releases.get(remote)
      const thrown = new LoadFailure(remote.name, { phase: 'mount', reason: 'mount', cause })
      const failure = recordFailure(active, getState(active).attempt, { phase: 'mount', thrown })
      return { failure, hasFallback: endWithFailure(active, failure, 0) !== null }
    },
    reportMount: (remote) => options.onMount(releases.get(remote)),
    getActive: releases.get,
    reselect(remote) {
      const state = getState(releases.get(remote))
      const isInUse =
        state.status === 'requested' &&
        (state.pages.size > 0 || state.showcases.size > 0 || state.search !== undefined)
      if (!isInUse) releases.select(remote)
    },
  }
}

type LoadPart<T> = (from: SelectedRemote, module: RemoteModule, state: RequestedState) => Promise<T>
