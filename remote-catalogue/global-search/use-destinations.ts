import { type Destination, useHost } from '@portico/kit/contract/contract.ts'
import { useEffect, useState } from 'react'

const none: readonly Destination[] = []

/** The destinations of the other remotes; null until the search is enabled and they have loaded. */
export function useDestinations(isEnabled: boolean): readonly Destination[] | null {
  const { loadDestinations } = useHost()
  const [destinations, setDestinations] = useState<readonly Destination[] | null>(null)
  useEffect(() => {
    if (!isEnabled || loadDestinations === undefined) return
    let isMounted = true
    void loadDestinations().then((loaded) => isMounted && setDestinations(loaded))
    return () => {
      isMounted = false
    }
  }, [isEnabled, loadDestinations])
  return loadDestinations === undefined ? none : destinations
}
