import { useCallback, useEffect, useRef, useState } from 'react'
import { type Outcome, type Sending, sendRequest } from './send-request.ts'

/** The life of a call. */
export type Call = { readonly status: 'none' } | { readonly status: 'sending' } | Outcome

/** Sends one call at a time; leaving the row cancels it. */
export function useCall() {
  const [call, setCall] = useState<Call>({ status: 'none' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const send = useCallback(async (sent: Omit<Sending, 'signal'>): Promise<Outcome> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setCall({ status: 'sending' })
    const outcome = await sendRequest({ ...sent, signal: controller.signal })
    if (running.current === controller) setCall(outcome)
    return outcome
  }, [])
  const cancel = useCallback(() => running.current?.abort(), [])
  return { call, send, cancel }
}
