import { useCallback, useEffect, useRef, useState } from 'react'
import { type RequestResult, type SendOptions, sendRequest } from './send-request.ts'

/** The life of a call. */
export type RequestState = { readonly status: 'none' } | { readonly status: 'sending' } | RequestResult

/** Sends one call at a time; leaving the row cancels it. */
export function useRequest() {
  const [call, setCall] = useState<RequestState>({ status: 'none' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const send = useCallback(async (sent: Omit<SendOptions, 'signal'>): Promise<RequestResult> => {
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
