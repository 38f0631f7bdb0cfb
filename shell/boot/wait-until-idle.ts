import { runWhenIdle } from '@portico/protocol/run-when-idle.ts'
import type { Navigation } from '../navigation/create-navigation.ts'

type ObservedNavigation = Pick<Navigation, 'getState' | 'subscribe'>

/** Resolves when the browser is idle and no navigation is under way. */
export async function waitUntilIdle(navigation: ObservedNavigation): Promise<void> {
  const isWaiting = () => navigation.getState().pending !== null
  do {
    if (isWaiting()) await waitForChange(navigation)
    else await new Promise<void>((resolve) => runWhenIdle(resolve))
  } while (isWaiting())
}

function waitForChange(navigation: ObservedNavigation): Promise<void> {
  return new Promise((resolve) => {
    const stop = navigation.subscribe(() => {
      stop()
      resolve()
    })
  })
}
