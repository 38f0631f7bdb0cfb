import { createContext, type RefObject, useCallback, useContext } from 'react'

/** The `main` element of the layout. */
export const MainContext = createContext<RefObject<HTMLElement | null> | null>(null)

/** Returns a function that moves the focus to the page's heading, or to `main` if the page has no focusable heading. */
export function useFocusHeading(): () => void {
  const main = useContext(MainContext)
  return useCallback(() => {
    const heading = main?.current?.querySelector<HTMLElement>('h1[tabindex]')
    const target = heading ?? main?.current
    target?.focus({ preventScroll: true })
  }, [main])
}
