import { useSyncExternalStore } from 'react'

/**
 * Whether the page is being prerendered or hydrated, when it may only render what the build knew. Turns false right
 * after hydration, before the next paint.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(subscribeToNothing, inBrowser, inBuild)
}

const subscribeToNothing = () => () => {}
const inBrowser = () => false
const inBuild = () => true
