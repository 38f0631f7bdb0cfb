import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useContext,
  useLayoutEffect,
  useState,
} from 'react'
import { type Location, Router, useRoutes } from 'react-router'
import type { Navigation } from './create-navigation.ts'
import type { NavigationState, OpenPage } from './navigation-state.ts'
import type { LoadedPage } from './route.ts'
import type { ScrollPositions } from './scroll-positions.ts'
import { useScrollPositions } from './use-restore-scroll.ts'

const NavigationContext = createContext<Navigation | null>(null)
const StateContext = createContext<NavigationState | null>(null)
/** Separate: what depends on the page alone isn't rendered again when a navigation begins. */
const PageContext = createContext<OpenPage | null>(null)
const ScrollContext = createContext<ScrollPositions | null>(null)

interface NavigationProviderProps {
  readonly navigation: Navigation
  readonly children: ReactNode
}

/** Provides the navigation to the shell, and its location to the router hooks of the shell and of remotes. */
export function NavigationProvider({ navigation, children }: NavigationProviderProps) {
  const [state, setState] = useState(navigation.getState)
  useLayoutEffect(() => {
    // A transition: React renders it in slices and keeps the page on the screen meanwhile.
    const update = () => startTransition(() => setState(navigation.getState()))
    update()
    return navigation.subscribe(update)
  }, [navigation])
  const positions = useScrollPositions(navigation)
  return (
    <NavigationContext value={navigation}>
      <StateContext value={state}>
        <PageContext value={state.page}>
          <ScrollContext value={positions}>
            <Router location={state.page.location} navigator={navigation.navigator}>
              {children}
            </Router>
          </ScrollContext>
        </PageContext>
      </StateContext>
    </NavigationContext>
  )
}

/** Renders the route of the open page. */
export function CurrentPage() {
  return useRoutes([useOpenPage().route])
}

/**
 * Renders its children once the first page has loaded. Until then it suspends, so that React keeps what was prerendered in
 * their place.
 */
export function WaitForFirstPage({ children }: { readonly children: ReactNode }) {
  const { firstPage } = useNavigation()
  const open = useOpenPage()
  // React continues here before the state that contains the page is rendered.
  const page = open.content.status === 'loading' ? use(firstPage) : open
  return <PageContext value={page}>{children}</PageContext>
}

/** Returns the navigation. Throws outside of a `NavigationProvider`. */
export function useNavigation(): Navigation {
  return present(useContext(NavigationContext))
}

/** Returns the open page, and re-renders when it changes. Throws outside of a `NavigationProvider`. */
export function useOpenPage(): OpenPage {
  return present(useContext(PageContext))
}

/** Returns where the visitor has left each page. Throws outside of a `NavigationProvider`. */
export function usePositions(): ScrollPositions {
  return present(useContext(ScrollContext))
}

/** Returns what the route of the open page has loaded. Throws unless it has, which a `PageBoundary` waits for. */
export function useLoadedPage(): LoadedPage {
  const { content } = useOpenPage()
  if (content.status !== 'loaded') throw new Error('Wrap the page in a <PageBoundary>.')
  return content.loaded
}

/** Returns whether the open page is being loaded again. Throws outside of a `NavigationProvider`. */
export function useIsRevalidating(): boolean {
  return present(useContext(StateContext)).isRevalidating
}

/** Returns where a navigation leads whose page is loading. null: none is under way, as in the build. */
export function usePendingLocation(): Location | null {
  return use(StateContext)?.pending ?? null
}

function present<Value>(value: Value | null): Value {
  if (value === null) throw new Error('Wrap the shell in a <NavigationProvider>.')
  return value
}
