import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Navigation } from './create-navigation.ts'
import type { OpenPage } from './navigation-state.ts'
import { createScrollPositions, type ScrollPositions } from './scroll-positions.ts'

/**
 * Remembers each page's scroll position. Starts once the first page has loaded: until then the document is too short to scroll. A
 * prerendered page is long enough from the start, so the browser itself restores its position. It doesn't wait for the rendered
 * state: a visitor may leave the first page before that says that it has loaded.
 */
export function useScrollPositions(navigation: Navigation): ScrollPositions {
  const [positions] = useState(() => createScrollPositions(window))
  useLayoutEffect(() => {
    let stop: (() => void) | null = null
    let isMounted = true
    void navigation.firstPage.then(() => {
      if (isMounted) stop = positions.start(navigation)
    })
    return () => {
      isMounted = false
      stop?.()
    }
  }, [positions, navigation])
  return positions
}

/**
 * Restores the scroll position of the page that the calling component renders. On the first page, that may be later than the
 * layout, which has been hydrated around a loading screen.
 */
export function useRestoreScroll(positions: ScrollPositions, page: OpenPage): void {
  const restore = useEffectEvent(() => positions.restore(page))
  useLayoutEffect(() => {
    if (page.arrival !== null) restore()
  }, [page.arrival])
}
