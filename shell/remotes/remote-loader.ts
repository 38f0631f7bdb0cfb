import type { ContentPort, RemoteModule } from '@portico/kit/contract/contract.ts'
import type { SelectedRemote } from '@portico/protocol/discovery/discovery-document.ts'
import { LoadFailure, type LoadPhase, toLoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { type ActiveRelease, createActiveReleases } from './active-releases.ts'
import { startDeadline } from './deadline.ts'
import type { FetchModule } from './federation.ts'
import type { Isolation } from './isolation.ts'
import { loadDestinations, loadPage, loadSearch, loadShowcase } from './load-module.ts'
import { createLoadStates, isInUse, type LoadStates, type RequestedState } from './load-states.ts'

/** The outcome of one load of a release. */
export interface LoadResult extends ActiveRelease {
  /** null: it loaded. */
  readonly failure: LoadFailure | null
  readonly ms: number
  /** The release that replaced it in the same page view; null: none. */
  readonly fallback: ActiveRelease | null
}

/** Loads the pages of remotes. A release that fails is replaced by its fallback, if it has one. */
export type RemoteLoader = ReturnType<typeof createRemoteLoader>

/** The inputs of the loader. */
export interface RemoteLoaderOptions {
  readonly fetchModule: FetchModule
  readonly isolation: Pick<Isolation, 'admit'>
  /** One deadline for entry, chunks and styles together, in milliseconds. */
  readonly deadlineMs: number
  readonly isOnline: () => boolean
  /** Whether the page has been in the back/forward cache since `time`. There, deadlines pass and nothing loads. */
  readonly hasReturnedSince: (time: number) => boolean
  /** Called before code of a release may run. */
  readonly onStart?: (release: ActiveRelease) => void
  /** Called after every load of a page or of the search. */
  readonly onEnd: (load: LoadResult) => void
  /** Called when a page is on the screen. */
  readonly onMount: (shown: ActiveRelease) => void
}

/** Creates the loader of this page view. */
export function createRemoteLoader(options: RemoteLoaderOptions) {
  const releases = createActiveReleases()
  const states = createLoadStates(options)
  const { load, endWithFailure } = createPartLoader(options, releases, states)
  return {
    /** Loads the component of a page. Rejects with a `LoadFailure`; calling it again starts a new attempt. */
    loadPage: (remote: SelectedRemote, path: string) =>
      load(remote, (from, { routes }, { pages, warmed }) => {
        const loading = pages.get(path) ?? warmed.get(path) ?? loadPage(from, routes, path)
        pages.set(path, loading)
        return loading
      }),
    /** Loads the search component; otherwise like `loadPage`. */
    loadSearch: (remote: SelectedRemote) =>
      load(remote, (from, module, state) => {
        state.search ??= loadSearch(from, module)
        return state.search
      }),
    /** Loads the showcase of a page; null: its release has none. Otherwise like `loadPage`. */
    loadShowcase: (remote: SelectedRemote, path: string) =>
      load(remote, (from, module, { showcases }) => {
        const loading = showcases.get(path) ?? loadShowcase(from, module, path)
        showcases.set(path, loading)
        return loading
      }),
    /** Loads the search entries that aren't pages; otherwise like `loadPage`. */
    loadDestinations: (remote: SelectedRemote, content: ContentPort) =>
      load(remote, (from, module) => loadDestinations(from, module, content)),
    /** Requests the entry of a remote whose page is loaded next. If the entry fails, so does that page. */
    preload(remote: SelectedRemote) {
      const active = releases.get(remote)
      if (active.remote.off === undefined && options.isolation.admit(remote)) states.request(active)
    },
    /** Requests the code of a page that may be loaded next. If the network fails, loading that page requests it again. */
    warm(remote: SelectedRemote, path: string) {
      const active = releases.get(remote)
      if (active.remote.off !== undefined || states.get(active).status === 'failed') return
      if (options.isolation.admit(remote)) void warmPage(states, active, path)
    },
    /**
     * Reports that a loaded component failed while rendering. The next load is a new attempt; if `hasFallback`, with
     * another release.
     */
    reportFailure(remote: SelectedRemote, cause: unknown) {
      const active = releases.get(remote)
      const thrown = new LoadFailure(remote.name, { phase: 'mount', reason: 'mount', cause })
      const failure = states.fail(active, states.get(active).attempt, { phase: 'mount', thrown })
      return { failure, hasFallback: endWithFailure(active, failure, 0) !== null }
    },
    /** Reports that a page of the remote is on the screen. */
    reportMount: (remote: SelectedRemote) => options.onMount(releases.get(remote)),
    /** The release of a remote that this page view uses. */
    getActive: releases.get,
    /** Uses the newly selected release, unless the page has already loaded something of the remote. */
    reselect(remote: SelectedRemote) {
      if (!isInUse(states.get(releases.get(remote)))) releases.select(remote)
    },
  }
}

type LoadPart<T> = (from: SelectedRemote, module: RemoteModule, state: RequestedState) => Promise<T>

/** Creates what loads a part of the active release, or of its fallback. */
function createPartLoader(
  options: RemoteLoaderOptions,
  releases: ReturnType<typeof createActiveReleases>,
  states: LoadStates,
) {
  /** Rejects with a `LoadFailure` of the phase that failed. */
  async function loadFromRelease<T>(active: ActiveRelease, loadPart: LoadPart<T>): Promise<T> {
    const { name, off, deadlineMs } = active.remote
    if (off !== undefined) throw new LoadFailure(name, { phase: 'entry', reason: 'off', cause: off })
    options.onStart?.(active)
    const deadline = startDeadline(deadlineMs ?? options.deadlineMs)
    const state = states.request(active)
    let phase: LoadPhase = 'entry'
    const withDeadline = <S>(step: Promise<S>) =>
      deadline.race(step, () => new LoadFailure(name, { phase, reason: 'timeout' }))
    try {
      const module = await withDeadline(state.module)
      phase = 'module'
      return await withDeadline(loadPart(active.remote, module, state))
    } catch (thrown) {
      throw states.fail(active, state.attempt, { phase, thrown })
    } finally {
      deadline.stop()
    }
  }

  async function load<T>(remote: SelectedRemote, loadPart: LoadPart<T>): Promise<T> {
    expectAdmitted(remote, options)
    const active = releases.get(remote)
    const startedAt = performance.now()
    const getElapsedMs = () => Math.round(performance.now() - startedAt)
    try {
      const loaded = await loadFromRelease(active, loadPart)
      options.onEnd({ ...active, failure: null, ms: getElapsedMs(), fallback: null })
      return loaded
    } catch (failure) {
      if (!(failure instanceof LoadFailure)) throw failure
      // Neither says anything about the release: the page was in the back/forward cache, or another load began a new attempt.
      if (options.hasReturnedSince(startedAt) || states.get(active).status === 'requested')
        return load(remote, loadPart)
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

  return { load, endWithFailure }
}

function expectAdmitted(remote: SelectedRemote, { isolation }: Pick<RemoteLoaderOptions, 'isolation'>): void {
  if (isolation.admit(remote)) return
  throw new LoadFailure(remote.name, { phase: 'entry', reason: 'isolated' })
}

/** Loads the code of a page that may be opened next. A failure is not reported. */
async function warmPage(states: LoadStates, active: ActiveRelease, path: string): Promise<void> {
  const { remote } = active
  const requested = states.request(active)
  const { module, attempt, pages, warmed } = requested
  const loaded = await module.catch((thrown: unknown) => {
    if (states.get(active) === requested) states.fail(active, attempt, { phase: 'entry', thrown })
    return null
  })
  if (loaded === null || pages.has(path) || warmed.has(path)) return
  const loading = loadPage(remote, loaded.routes, path)
  warmed.set(path, loading)
  await loading.catch((thrown: unknown) => {
    const { reason } = toLoadFailure(remote.name, 'module', thrown, states.isOnline())
    // Code that has thrown is not evaluated again: opening the page throws the same error.
    if (reason !== 'init' && reason !== 'contract') warmed.delete(path)
  })
}
