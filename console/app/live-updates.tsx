import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { connectChanges } from './connect-changes.ts'

interface Live {
  /** Grows whenever something on the site may have changed. */
  readonly version: number
  /** When the server was last heard of, if that is too long ago; null: what is shown is current. */
  readonly staleSince: number | null
  /** Fetches everything again, after an action of one's own. */
  readonly refresh: () => void
}

const LiveContext = createContext<Live>({ version: 0, staleSince: null, refresh: () => {} })

/** Whether what is shown is current. */
export function useLive(): Live {
  return use(LiveContext)
}

/** Follows the changes of the site. */
export function LiveUpdates({ children }: { readonly children: ReactNode }) {
  const [version, setVersion] = useState(0)
  const [staleSince, setStaleSince] = useState<number | null>(null)
  const refresh = useCallback(() => setVersion((before) => before + 1), [])
  useEffect(() => connectChanges({ onChange: refresh, onStale: setStaleSince }), [refresh])
  const live = useMemo(() => ({ version, staleSince, refresh }), [version, staleSince, refresh])
  return <LiveContext value={live}>{children}</LiveContext>
}
