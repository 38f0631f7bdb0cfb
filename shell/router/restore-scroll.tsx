import { useState } from 'react'
import { ScrollRestoration, useMatches } from 'react-router'

/**
 * Restores each page's scroll position. Starts once the first page has loaded: until then the document is too short to
 * scroll.
 */
export function RestoreScroll() {
  const [hasStarted, setHasStarted] = useState(false)
  const isPageLoaded = useMatches().at(-1)?.loaderData !== undefined
  if (isPageLoaded && !hasStarted) setHasStarted(true)
  return hasStarted ? <ScrollRestoration /> : null
}
