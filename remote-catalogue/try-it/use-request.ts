import { useCallback, useEffect, useRef, useState } from 'react'
import { type RequestResult, type SendOptions, sendRequest } from './send-request.ts'

/** The state of a request. */
export type RequestState = { readonly status: 'none' } | { readonly status: 'sending' } | RequestResult

/** Sends one request at a time. Unmounting cancels it. */
export function useRequest() {
  const [state, setState] = useState<RequestState>({ status: 'none' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const send = useCallback(async (options: Omit<SendOptions, 'signal'>): Promise<RequestResult> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ status: 'sending' })
    const result = await sendRequest({ ...options, signal: controller.signal })
    if (running.current === controller) setState(result)
    return result
  }, [])
  const cancel = useCallback(() => running.current?.abort(), [])
  return { state, send, cancel }
}
