import { contractVersion } from '@portico/shared/contract/contract.ts'
import { vi } from 'vitest'
import type { FetchModule } from '../remotes/federation.ts'
import { LoadFailure } from '../remotes/load-failure.ts'
import { createRemoteLoader, type LoadResult } from '../remotes/remote-loader.ts'

/** The specification's limit. */
export const deadlineMs = 120_000

/** A page. */
export const New = () => null

/** The module of a remote whose pages load by `lazy`. */
export function createTestModule(
  lazy: (path: string) => Promise<unknown> = async () => ({ Component: New }),
) {
  const routes = ['/new', '/new/other'].map((path) => ({ path, lazy: () => lazy(path) }))
  return { remote: { contractVersion, routes } }
}

/** A loader over `fetchModule`, what it has fetched, and how its loads ended. */
export function createTestLoader(fetchModule: FetchModule, isOnline = true) {
  const fetched = vi.fn(fetchModule)
  const ended = vi.fn<(load: LoadResult) => void>()
  return {
    fetched,
    /** Every load's end, in one line each: arm, release, outcome and what took its place. */
    ends: () => ended.mock.calls.map(([load]) => toLine(load)),
    loader: createRemoteLoader({
      fetchModule: fetched,
      deadlineMs,
      isOnline: () => isOnline,
      onEnd: ended,
    }),
  }
}

/** The failure that `promise` rejects with. */
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
