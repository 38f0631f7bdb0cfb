import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import { vi } from 'vitest'
import type { FetchModule } from '../remotes/federation.ts'
import { createIsolation } from '../remotes/isolation.ts'
import { createRemoteLoader, type LoadResult } from '../remotes/remote-loader.ts'

/** The deadline of the specification. */
export const deadlineMs = 120_000

/** A page. */
export const New = () => null

/** Creates the module of a remote whose pages are loaded by `lazy`. */
export function createTestModule(
  lazy: (path: string) => Promise<unknown> = async () => ({ Component: New }),
) {
  const routes = ['/new', '/new/other'].map((path) => ({ path, lazy: () => lazy(path) }))
  return { remote: { routes } }
}

/** Creates a loader on `fetchModule` that records its fetches and the results of its loads. */
export function createTestLoader(fetchModule: FetchModule, isOnline = true) {
  const fetched = vi.fn(fetchModule)
  const isolation = createIsolation()
  const hasReturnedSince = vi.fn(() => false)
  const ended = vi.fn<(load: LoadResult) => void>()
  return {
    fetched,
    isolation,
    /** Whether the page has been in the back/forward cache during a load. */
    hasReturnedSince,
    /** Each load in one line: arm, release, outcome and fallback. */
    getResults: () => ended.mock.calls.map(([load]) => toLine(load)),
    loader: createRemoteLoader({
      fetchModule: fetched,
      isolation,
      deadlineMs,
      isOnline: () => isOnline,
      hasReturnedSince,
      onEnd: ended,
      onMount: () => {},
    }),
  }
}

/** Returns the failure that `promise` rejects with. */
export async function getFailure(promise: Promise<unknown>): Promise<LoadFailure> {
  const thrown = await promise.then(
    () => new Error('it was loaded'),
    (error: unknown) => error,
  )
  if (thrown instanceof LoadFailure) return thrown
  throw thrown
}

function toLine({ arm, remote, failure, fallback }: LoadResult): string {
  const outcome = failure === null ? 'ok' : `${failure.phase} ${failure.reason}`
  const next = fallback === null ? '' : ` -> ${fallback.remote.release.version}`
  return `${arm} ${remote.release.version} ${outcome}${next}`
}
