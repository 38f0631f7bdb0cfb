import { contractVersion } from '@portico/shared/contract/contract.ts'
import { vi } from 'vitest'
import type { FetchModule } from './federation.ts'
import { LoadFailure } from './load-failure.ts'
import { createRemoteLoader } from './remote-loader.ts'

/** The specification's limit. */
export const deadlineMs = 120_000

/** A page. */
export const New = () => null

/** The module of a remote whose pages load by `lazy`. */
export function moduleOf(lazy: (path: string) => Promise<unknown> = async () => ({ Component: New })) {
  const routes = ['/new', '/new/other'].map((path) => ({ path, lazy: () => lazy(path) }))
  return { remote: { contractVersion, routes } }
}

/** A loader over `fetchModule`, and what it has fetched. */
export function loaderOf(fetchModule: FetchModule, isOnline = true) {
  const fetched = vi.fn(fetchModule)
  return {
    fetched,
    loader: createRemoteLoader({ fetchModule: fetched, deadlineMs, isOnline: () => isOnline }),
  }
}

/** The failure that `promise` rejects with. */
export async function failureOf(promise: Promise<unknown>): Promise<LoadFailure> {
  const thrown = await promise.then(
    () => new Error('it was loaded'),
    (error: unknown) => error,
  )
  if (thrown instanceof LoadFailure) return thrown
  throw thrown
}
