import { contractVersion, type FinderProps, type RemoteModule } from '@portico/shared/contract/contract.ts'
import type { ChosenRemote } from '@portico/shared/release/document.ts'
import type { ComponentType } from 'react'
import { startDeadline } from './deadline.ts'
import type { FetchModule } from './federation.ts'
import { LoadFailure, type LoadPhase, toLoadFailure } from './load-failure.ts'
import { parseLoadedFinder, parseLoadedPage, parseRemoteModule } from './parse-remote-module.ts'

/** The life of a remote in a page. */
type RemoteLife =
  | { readonly status: 'waiting'; readonly attempt: number }
  | AskedLife
  | { readonly status: 'failed'; readonly attempt: number; readonly failure: LoadFailure }

interface AskedLife {
  readonly status: 'asked'
  readonly attempt: number
  readonly module: Promise<RemoteModule>
  /** By path. Each page is asked for once, so that a page on the screen stays the same component. */
  readonly pages: Map<string, Promise<ComponentType>>
  /** Asked for once, too. */
  finder?: Promise<ComponentType<FinderProps>>
}

/** Brings pages of remotes into this page view. */
export interface RemoteLoader {
  /** The component of a page. Rejects with a `LoadFailure`; asking again is a fresh attempt. */
  page(remote: ChosenRemote, path: string): Promise<ComponentType>
  /** The component that searches; otherwise as `page`. */
  finder(remote: ChosenRemote): Promise<ComponentType<FinderProps>>
  /** Fetches a remote's entry before it is needed. Never rejects. */
  prefetch(remote: ChosenRemote): Promise<void>
  /** Takes note that a loaded page failed on the screen; the next `page` is a fresh attempt. */
  fail(remote: ChosenRemote, cause: unknown): LoadFailure
}

/** What the loader needs. */
export interface RemoteLoaderOptions {
  readonly fetchModule: FetchModule
  /** One deadline over entry, chunks and styles, in milliseconds. */
  readonly deadlineMs: number
  readonly isOnline: () => boolean
}

/** Makes the loader of this page view. */
export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const lives = new Map<string, RemoteLife>()
  const lifeOf = (name: string): RemoteLife => lives.get(name) ?? { status: 'waiting', attempt: 1 }

  function ask(remote: ChosenRemote): AskedLife {
    const life = lifeOf(remote.name)
    if (life.status === 'asked') return life
    const attempt = life.status === 'failed' ? life.attempt + 1 : life.attempt
    const module = askModule(remote, attempt, options.fetchModule)
    module.catch(() => {}) // Whoever waits for it hears of it; nobody may be waiting yet.
    const asked: AskedLife = { status: 'asked', attempt, module, pages: new Map() }
    lives.set(remote.name, asked)
    return asked
  }

  function fail(
    remote: ChosenRemote,
    attempt: number,
    stop: { phase: LoadPhase; thrown: unknown },
  ): LoadFailure {
    const failure = toLoadFailure(remote.name, stop.phase, stop.thrown, options.isOnline())
    if (lifeOf(remote.name).attempt === attempt)
      lives.set(remote.name, { status: 'failed', attempt, failure })
    return failure
  }

  /** What `load` takes out of the remote's module. Rejects with a `LoadFailure` of the phase that it stopped in. */
  async function part<T>(
    remote: ChosenRemote,
    load: (module: RemoteModule, life: AskedLife) => Promise<T>,
  ): Promise<T> {
    const deadline = startDeadline(options.deadlineMs)
    const life = ask(remote)
    let phase: LoadPhase = 'entry'
    const inTime = <S>(step: Promise<S>) =>
      deadline.race(step, () => new LoadFailure(remote.name, { phase, reason: 'timeout' }))
    try {
      const module = await inTime(life.module)
      phase = 'module'
      return await inTime(load(module, life))
    } catch (thrown) {
      throw fail(remote, life.attempt, { phase, thrown })
    } finally {
      deadline.stop()
    }
  }

  async function prefetch(remote: ChosenRemote): Promise<void> {
    if (lifeOf(remote.name).status !== 'waiting') return
    const { attempt, module } = ask(remote)
    await module.catch((thrown: unknown) => fail(remote, attempt, { phase: 'entry', thrown }))
  }

  return {
    page: (remote, path) =>
      part(remote, ({ routes }, { pages }) => {
        const loading = pages.get(path) ?? loadPage(remote, routes, path)
        pages.set(path, loading)
        return loading
      }),
    finder: (remote) =>
      part(remote, (module, life) => {
        life.finder ??= loadFinder(remote, module)
        return life.finder
      }),
    prefetch,
    fail(remote, cause) {
      const thrown = new LoadFailure(remote.name, { phase: 'mount', reason: 'mount', cause })
      return fail(remote, lifeOf(remote.name).attempt, { phase: 'mount', thrown })
    },
  }
}

async function askModule(
  remote: ChosenRemote,
  attempt: number,
  fetchModule: FetchModule,
): Promise<RemoteModule> {
  if (remote.release.contractVersion !== contractVersion) {
    throw contractFailure(remote, `it is built for contract ${remote.release.contractVersion}`)
  }
  const loaded = await fetchModule(remote, attempt)
  return keeping(remote, () => parseRemoteModule(loaded))
}

async function loadPage(
  remote: ChosenRemote,
  routes: RemoteModule['routes'],
  path: string,
): Promise<ComponentType> {
  const route = routes.find((candidate) => candidate.path === path)
  if (!route) throw contractFailure(remote, `no route for ${path}`)
  const loaded = await route.lazy()
  return keeping(remote, () => parseLoadedPage(loaded).Component)
}

async function loadFinder(
  remote: ChosenRemote,
  { finder }: RemoteModule,
): Promise<ComponentType<FinderProps>> {
  if (!finder) throw contractFailure(remote, 'no finder, though a page says `finds`')
  const loaded = await finder.lazy()
  return keeping(remote, () => parseLoadedFinder(loaded).Component)
}

function keeping<T>(remote: ChosenRemote, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw contractFailure(remote, cause)
  }
}

function contractFailure(remote: ChosenRemote, cause: unknown): LoadFailure {
  return new LoadFailure(remote.name, { phase: 'module', reason: 'contract', cause })
}
