import { useSyncExternalStore } from 'react'

/**
 * True while the page is prerendered, and while a browser takes over what was: then nothing may be drawn but what
 * the build knew. Directly afterwards, before the next paint, false.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(subscribeToNothing, inBrowser, inBuild)
}

const subscribeToNothing = () => () => {}
const inBrowser = () => false
const inBuild = () => true
