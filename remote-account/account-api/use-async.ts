import { useCallback, useEffect, useRef, useState } from 'react'
import { type AccountFailure, toFailure } from './account-error.ts'

/** How far a question to the server is. */
export type Answer<T> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly value: T }
  | { readonly status: 'failed'; readonly failure: AccountFailure }

/** Asks when the page opens, and again on `again`. `ask` has to be the same function each time. */
export function useAnswer<T>(ask: () => Promise<T>): { answer: Answer<T>; again: () => void } {
  const [answer, setAnswer] = useState<Answer<T>>({ status: 'waiting' })
  const turn = useRef(0)
  const again = useCallback(() => {
    turn.current += 1
    const asked = turn.current
    const settle = (settled: Answer<T>) => {
      if (turn.current === asked) setAnswer(settled)
    }
    ask().then(
      (value) => settle({ status: 'answered', value }),
      (thrown) => settle({ status: 'failed', failure: toFailure(thrown) }),
    )
  }, [ask])
  useEffect(() => {
    again()
    return () => {
      turn.current += 1
    }
  }, [again])
  return { answer, again }
}
