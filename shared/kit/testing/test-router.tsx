import { type ReactNode, useSyncExternalStore } from 'react'
import { createPath, type Location, Route, Router, Routes, resolvePath, type To } from 'react-router'

interface TestRouterOptions {
  /** The address to open. */
  readonly at?: string | undefined
  /** The route that the page serves. */
  readonly path?: string | undefined
}

/** A page inside a router in the mode that the shell uses, and how to read and change its address. */
export interface TestRouter {
  /** To be rendered by the test. */
  readonly node: ReactNode
  getLocation(): Location
  countEntries(): number
  /** Opens an address, or moves in the history. */
  navigate(to: string | number): void
}

/** Creates a router for a page, without the shell. */
export function createTestRouter(
  page: ReactNode,
  { at = '/', path = '*' }: TestRouterOptions = {},
): TestRouter {
  const entries: Location[] = [createEntry(at)]
  let index = 0
  const listeners = new Set<() => void>()
  const getLocation = () => {
    const location = entries[index]
    if (location === undefined) throw new Error('There is no such entry.')
    return location
  }
  const go = (delta: number) => {
    index += delta
    showAddress(getLocation())
    for (const notify of listeners) notify()
  }
  const navigator = {
    createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
    go,
    push(to: To, state?: unknown) {
      entries.splice(index + 1, entries.length, createEntry(to, state, getLocation()))
      go(1)
    },
    replace(to: To, state?: unknown) {
      entries[index] = createEntry(to, state, getLocation())
      go(0)
    },
  }
  function subscribe(listener: () => void) {
    showAddress(getLocation()) // once the page is in the browser
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function PageRouter() {
    return (
      <Router location={useSyncExternalStore(subscribe, getLocation, getLocation)} navigator={navigator}>
        <Routes>
          <Route path={path} element={page} />
        </Routes>
      </Router>
    )
  }
  return {
    node: <PageRouter />,
    getLocation,
    countEntries: () => entries.length,
    navigate: (to) => (typeof to === 'number' ? go(to) : navigator.push(to)),
  }
}

/** As the shell does it, before React renders the page. */
function showAddress(location: Location): void {
  window.history.replaceState(null, '', createPath(location))
}

function createEntry(to: To, state: unknown = null, from = { pathname: '/' }): Location {
  return { ...resolvePath(to, from.pathname), state, key: Math.random().toString() }
}
