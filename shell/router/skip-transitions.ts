import type { DataRouter } from 'react-router'

/** Ends a running view transition once a navigation begins: until it ends, React would not show the next page. */
export function skipTransitions(router: Pick<DataRouter, 'subscribe'>, document: Document): void {
  router.subscribe(({ navigation }) => {
    const transition = document.activeViewTransition
    if (navigation.state === 'idle' || !transition) return
    // React reports a transition that is skipped before it is ready as an error.
    transition.ready.then(
      () => transition.skipTransition(),
      () => {}, // it has ended already
    )
  })
}
