import * as v from 'valibot'
import type { Navigation } from './create-navigation.ts'
import type { OpenPage } from './navigation-state.ts'

/** React Router's name, so that positions survive an upgrade from earlier versions of the shell, which used it. */
const storageKey = 'react-router-scroll-positions'

const PositionsSchema = v.fallback(
  v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.number())),
  () => ({}),
)

/** The part of a window that scroll restoration needs. */
export type ScrollWindow = Pick<
  Window,
  'scrollY' | 'scrollTo' | 'sessionStorage' | 'document' | 'addEventListener' | 'removeEventListener'
> & { readonly history: Pick<History, 'scrollRestoration'> }

/** Scroll positions of this tab, by the key of their history entry. */
export type ScrollPositions = ReturnType<typeof createScrollPositions>

/** Reads the positions that this tab has stored. */
export function createScrollPositions(window: ScrollWindow) {
  const { history } = window
  const positions = readPositions(window)

  return {
    /** Scrolls to where the visitor left the entry, to the anchor in its address, or to the top of a page that is new. */
    restore({ location: { key, hash }, arrival }: OpenPage) {
      const position = positions[key]
      if (position !== undefined) return window.scrollTo(0, position)
      const anchor = findAnchor(window.document, hash)
      if (anchor) anchor.scrollIntoView()
      else if (!arrival?.preventScrollReset) window.scrollTo(0, 0)
    },
    /** Remembers where the visitor leaves a page. Returns a function that stops. */
    start(navigation: Pick<Navigation, 'getState' | 'subscribe'>) {
      let last = navigation.getState()
      const save = () => {
        // While another page loads, this one isn't on the screen.
        if (last.pending === null) positions[last.page.location.key] = window.scrollY
      }
      const stop = navigation.subscribe(() => {
        const next = navigation.getState()
        if (next.pending !== null || next.page.location !== last.page.location) save()
        last = next
      })
      const handlePageHide = () => {
        save()
        writePositions(window, positions)
        history.scrollRestoration = 'auto' // if the browser loads the page again, until this script has started
      }
      const takeOver = () => {
        history.scrollRestoration = 'manual'
      }
      takeOver()
      window.addEventListener('pagehide', handlePageHide)
      window.addEventListener('pageshow', takeOver)
      return () => {
        stop()
        window.removeEventListener('pagehide', handlePageHide)
        window.removeEventListener('pageshow', takeOver)
        history.scrollRestoration = 'auto'
      }
    },
  }
}

function findAnchor(document: Document, hash: string): HTMLElement | null {
  if (hash.length <= 1) return null
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null // Not an encoded id.
  }
}

function readPositions(window: Pick<ScrollWindow, 'sessionStorage'>): Record<string, number> {
  try {
    return v.parse(PositionsSchema, window.sessionStorage.getItem(storageKey))
  } catch {
    return {} // The browser blocks storage.
  }
}

function writePositions(window: Pick<ScrollWindow, 'sessionStorage'>, positions: object): void {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(positions))
  } catch {
    // Full or blocked: this tab forgets the positions.
  }
}
