import type { ActiveRelease } from './active-releases.ts'
import { toLoadFailure } from './load-failure.ts'
import { loadPage } from './load-module.ts'
import type { LoadStates } from './load-states.ts'

/** Loads the code of a page that may be opened next. A failure is not reported. */
export async function warmPage(states: LoadStates, active: ActiveRelease, path: string): Promise<void> {
  const { remote } = active
  const requested = states.request(active)
  const { module, attempt, pages, warmed } = requested
  const loaded = await module.catch((thrown: unknown) => {
    if (states.get(active) === requested) states.fail(active, attempt, { phase: 'entry', thrown })
    return null
  })
  if (loaded === null || pages.has(path) || warmed.has(path)) return
  const loading = loadPage(remote, loaded.routes, path)
  warmed.set(path, loading)
  await loading.catch((thrown: unknown) => {
    const { reason } = toLoadFailure(remote.name, 'module', thrown, states.isOnline())
    // Code that has thrown is not evaluated again: opening the page throws the same error.
    if (reason !== 'init' && reason !== 'contract') warmed.delete(path)
  })
}
