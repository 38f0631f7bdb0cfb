import { useDeferredValue, useSyncExternalStore } from 'react'

/**
 * Whether the page is being prerendered or hydrated, when it may only render what the build knew: nothing of the browser,
 * the visitor or the time. Turns false right after hydration.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(subscribeToNothing, inBrowser, inBuild)
}

/**
 * The same for what changes in every row of a page: it turns false a moment later, because React renders that in slices.
 * What `useIsHydrating` changes is one task, during which nobody can click.
 */
export function useIsHydratingRows(): boolean {
  return useDeferredValue(useIsHydrating())
}

const subscribeToNothing = () => () => {}
const inBrowser = () => false
const inBuild = () => true
