import { useCallback, useEffect, useState } from 'react'

/** A module or anything else that is loaded on demand. A failed load can be retried. */
export interface LazyModule<T> {
  /** undefined until it has loaded. */
  readonly loaded: T | undefined
  load(): Promise<T>
}

/** Wraps an `import()`. It runs once, and again after a failure. */
export function createLazyModule<T>(fetchModule: () => Promise<T>): LazyModule<T> {
  let requested: Promise<T> | undefined
  const lazyModule: { loaded: T | undefined; load(): Promise<T> } = {
    loaded: undefined,
    load() {
      requested ??= fetchModule().then(
        (loaded) => {
          lazyModule.loaded = loaded
          return loaded
        },
        (error: unknown) => {
          requested = undefined
          throw error
        },
      )
      return requested
    },
  }
  return lazyModule
}

/** The state of a lazy module in a component. */
export type LazyModuleState<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly module: T }
  | { readonly status: 'failed'; readonly retry: () => void }

/**
 * Loads a module once `isEnabled`, and renders it as soon as it has loaded; `React.lazy` would show a fallback for at
 * least 300 ms.
 */
export function useLazyModule<T>(lazyModule: LazyModule<T>, isEnabled = true): LazyModuleState<T> {
  const [, render] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState<number | null>(null)
  const { loaded } = lazyModule
  const isNeeded = isEnabled && loaded === undefined
  useEffect(() => {
    // Compare with the rendered state: a module that has loaded since still has to be rendered.
    if (!isNeeded) return
    let isMounted = true
    lazyModule.load().then(
      () => isMounted && render((count) => count + 1),
      () => isMounted && setFailedAttempt(attempt),
    )
    return () => {
      isMounted = false
    }
  }, [lazyModule, isNeeded, attempt])
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  if (loaded !== undefined) return { status: 'loaded', module: loaded }
  return failedAttempt === attempt ? { status: 'failed', retry } : { status: 'loading' }
}
