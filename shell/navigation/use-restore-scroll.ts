import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Navigation } from './create-navigation.ts'
import type { OpenPage } from './navigation-state.ts'
import { createScrollPositions } from './scroll-positions.ts'

/**
 * Restores each page's scroll position. Starts once the first page has loaded: until then the document is too short to scroll. A
 * prerendered page is long enough from the start, so the browser itself restores its position.
 */
export function useRestoreScroll(navigation: Navigation, page: OpenPage): void {
  const [positions] = useState(() => createScrollPositions(window))
  const hasLoaded = page.content.status !== 'loading'
  useLayoutEffect(
    () => (hasLoaded ? positions.start(navigation) : undefined),
    [hasLoaded, positions, navigation],
  )
  const restore = useEffectEvent(() => positions.restore(page))
  useLayoutEffect(() => {
    if (page.arrival !== null) restore()
  }, [page.arrival])
}
