import type { OverviewApp } from '@portico/protocol/rollout/overview-api.ts'
import { useRef } from 'react'
import type * as v from 'valibot'
import { useLive } from '../app/live-updates.tsx'
import { send } from '../app/send.ts'
import { describeState } from './describe-state.ts'

/**
 * Returns a function that changes an app and fetches everything again. If somebody else changed the app since the
 * dialog opened, the first attempt fails and says how it is now; `isAlwaysRight` skips that.
 */
export function useAct(app: OverviewApp, { isAlwaysRight = false } = {}) {
  const { refresh } = useLive()
  const state = describeState(app)
  const seen = useRef(state)
  return async <S extends v.GenericSchema>(
    path: string,
    body: object,
    response: S,
  ): Promise<v.InferOutput<S>> => {
    if (!isAlwaysRight && seen.current !== state) {
      seen.current = state
      throw new Error(
        `Something changed while this dialog was open. ${state} Confirm again if you still want this.`,
      )
    }
    try {
      return await send({ method: 'POST', path, body, response })
    } finally {
      refresh() // also after a refusal: the state isn't as it was shown
    }
  }
}
