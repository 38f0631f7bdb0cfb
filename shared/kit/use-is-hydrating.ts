import { useSyncExternalStore } from 'react'

/**
 * Whether the page is being prerendered or hydrated, when it may only render what the build knew: nothing of the browser,
 * the visitor or the time. Turns false right after hydration.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(subscribeToNothing, inBrowser, inBuild)
}

const subscribeToNothing = () => () => {}
const inBrowser = () => false
const inBuild = () => true
