import type { RemoteModule, SearchProps } from '@portico/kit/contract/contract.ts'
import { type LoadPhase, toLoadFailure } from '@portico/protocol/reports/load-failure.ts'
import type { ComponentType } from 'react'
import { type ActiveRelease, getReleaseKey } from './active-releases.ts'
import type { FetchModule } from './federation.ts'
import { loadModule } from './load-module.ts'

/** The load state of a release in this page view. */
export type LoadState =
  | { readonly status: 'idle'; readonly attempt: number }
  | RequestedState
  | { readonly status: 'failed'; readonly attempt: number }

/** The load state of a release that was requested, with its parts. */
export interface RequestedState {
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

/** The load states of all releases in this page view. */
export type LoadStates = ReturnType<typeof createLoadStates>

interface FailureDetails {
  readonly phase: LoadPhase
  readonly thrown: unknown
}

interface LoadStatesOptions {
  readonly fetchModule: FetchModule
  readonly isOnline: () => boolean
}

/** Creates the load states of a page view. */
export function createLoadStates({ fetchModule, isOnline }: LoadStatesOptions) {
  const states = new Map<string, LoadState>()
  const get = ({ remote }: ActiveRelease): LoadState =>
    states.get(getReleaseKey(remote)) ?? { status: 'idle', attempt: 1 }
  return {
    get,
    isOnline,
    /** Requests the entry of a release, unless it has been requested. */
    request(active: ActiveRelease) {
      const state = get(active)
      if (state.status === 'requested') return state
      const attempt = state.status === 'failed' ? state.attempt + 1 : state.attempt
      const module = loadModule(active.remote, attempt, fetchModule)
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
    },
    /** Records what an attempt has thrown: the next request is a new attempt. */
    fail(active: ActiveRelease, attempt: number, { phase, thrown }: FailureDetails) {
      const failure = toLoadFailure(active.remote.name, phase, thrown, isOnline())
      if (get(active).attempt === attempt)
        states.set(getReleaseKey(active.remote), { status: 'failed', attempt })
      return failure
    },
  }
}

/** Whether the page has loaded something of the release. */
export function isInUse(state: LoadState): boolean {
  if (state.status !== 'requested') return false
  return state.pages.size > 0 || state.showcases.size > 0 || state.search !== undefined
}
