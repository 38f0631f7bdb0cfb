import { useCallback, useEffect, useRef, useState } from 'react'
import { type AccountError, toAccountError } from './account-error.ts'

/** The state of a request. */
export type AsyncState<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'loaded'; readonly value: T }
  | { readonly status: 'failed'; readonly error: AccountError }

/** Loads when the page opens and on `reload`, ignoring outdated responses. `load` must be a stable function. */
export function useAsync<T>(load: () => Promise<T>): { state: AsyncState<T>; reload: () => void } {
  const [state, setState] = useState<AsyncState<T>>({ status: 'loading' })
  const latest = useRef(0)
  const reload = useCallback(() => {
    latest.current += 1
    const request = latest.current
    const settle = (settled: AsyncState<T>) => {
      if (latest.current === request) setState(settled)
    }
    load().then(
      (value) => settle({ status: 'loaded', value }),
      (thrown) => settle({ status: 'failed', error: toAccountError(thrown) }),
    )
  }, [load])
  useEffect(() => {
    reload()
    return () => {
      latest.current += 1
    }
  }, [reload])
  return { state, reload }
}

/** The error of a failed request, or null. */
export function getError(state: AsyncState<unknown>): AccountError | null {
  return state.status === 'failed' ? state.error : null
}
