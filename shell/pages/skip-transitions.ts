import type { Navigation } from '../navigation/create-navigation.ts'

/** Ends a running view transition once a navigation begins: until it ends, React would not show the next page. */
export function skipTransitions(
  navigation: Pick<Navigation, 'getState' | 'subscribe'>,
  document: Document,
): void {
  navigation.subscribe(() => {
    const transition = document.activeViewTransition
    if (navigation.getState().pending === null || !transition) return
    // React reports a transition that is skipped before it is ready as an error.
    transition.ready.then(
      () => transition.skipTransition(),
      () => {}, // it has ended already
    )
  })
}
