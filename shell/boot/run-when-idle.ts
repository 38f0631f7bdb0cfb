import type { DataRouter } from 'react-router'

/** Calls `work` once the page has loaded and the browser is idle. */
export function runWhenIdle(work: () => void): void {
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work))
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
}

/** Resolves when the browser is idle and `router` isn't loading a page. */
export async function waitUntilIdle(router: Pick<DataRouter, 'state' | 'subscribe'>): Promise<void> {
  const isWaiting = () => router.state.navigation.state !== 'idle'
  do {
    if (isWaiting()) await waitForChange(router)
    else await new Promise<void>((resolve) => runWhenIdle(resolve))
  } while (isWaiting())
}

function waitForChange(router: Pick<DataRouter, 'subscribe'>): Promise<void> {
  return new Promise((resolve) => {
    const stop = router.subscribe(() => {
      stop()
      resolve()
    })
  })
}
