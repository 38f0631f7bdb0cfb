import { useState } from 'react'
import { ScrollRestoration, useMatches } from 'react-router'

/**
 * Puts every page where the visitor left it. Begins once the first page is there: while it is still on its way the
 * document is too low for the place to go back to.
 */
export function RestoreScroll() {
  const [hasBegun, setBegun] = useState(false)
  const isPageThere = useMatches().at(-1)?.loaderData !== undefined
  if (isPageThere && !hasBegun) setBegun(true)
  return hasBegun ? <ScrollRestoration /> : null
}
