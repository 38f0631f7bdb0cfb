import { useSyncExternalStore } from 'react'

/**
 * True while the page is rendered ahead, and while a browser takes over what was: then nothing may be drawn but what
 * the build knew. Directly afterwards, before the next paint, false.
 */
export function useIsAhead(): boolean {
  return useSyncExternalStore(subscribeToNothing, inBrowser, inBuild)
}

const subscribeToNothing = () => () => {}
const inBrowser = () => false
const inBuild = () => true
