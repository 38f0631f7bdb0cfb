import { type Destination, useHost } from '@portico/shared/contract/contract.ts'
import { useEffect, useState } from 'react'

const none: readonly Destination[] = []

/** The destinations of the other remotes; empty until the search is enabled and they have loaded. */
export function useDestinations(isEnabled: boolean): readonly Destination[] {
  const { loadDestinations } = useHost()
  const [destinations, setDestinations] = useState(none)
  useEffect(() => {
    if (!isEnabled || loadDestinations === undefined) return
    let isMounted = true
    void loadDestinations().then((loaded) => isMounted && setDestinations(loaded))
    return () => {
      isMounted = false
    }
  }, [isEnabled, loadDestinations])
  return destinations
}
