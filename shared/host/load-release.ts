import type { RemoteEntryExports } from '@module-federation/runtime/types'
import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import type { ActiveRelease } from './active-releases.ts'
import { loadEntry, removeScripts } from './load-entry.ts'

/**
 * Creates the container of a release, when its entry has loaded: older runtimes don't wait for an initialization that has begun. What
 * fails in either is thrown by its modules, because hosts that share packages with all of their remotes first would stop.
 */
export async function createContainer(active: ActiveRelease): Promise<RemoteEntryExports> {
  let loading = loadContainer(active)
  const settle = () => loading.catch(() => {})
  const container = {
    init(...parameters: Parameters<RemoteEntryExports['init']>) {
      loading = loading.then(async (loaded) => {
        await loaded.init(...parameters)
        return loaded
      })
      return settle()
    },
    async get(expose: string) {
      const loaded = await loading
      active.phase = 'module'
      return loaded.get(expose)
    },
  }
  await settle()
  return container as object as RemoteEntryExports // whose type lacks the promise
}

/** Loads the entry of a release within its deadline. */
async function loadContainer(active: ActiveRelease): Promise<RemoteEntryExports> {
  if (active.failure) throw active.failure
  active.startedAt = performance.now()
  removeScripts(active.folder)
  const container = await withinDeadline(active, loadEntry(active))
  active.entryMs = performance.now() - active.startedAt
  return container
}

/**
 * Loads a module of a container, in what its entry has left of the deadline. It is evaluated here, because what it throws later would be
 * too late for the fallback.
 */
export function loadModule(
  active: ActiveRelease,
  container: RemoteEntryExports,
  expose: string,
): Promise<() => unknown> {
  active.startedAt = performance.now() - active.entryMs
  active.entryMs = 0 // the next module has the whole deadline
  const evaluate = async () => {
    const evaluated: unknown = (await container.get(expose))()
    await (evaluated instanceof Promise ? evaluated : null)
    return () => evaluated
  }
  return withinDeadline(active, evaluate())
}

/** Settles like `step`, unless the deadline passes first. */
function withinDeadline<T>(active: ActiveRelease, step: Promise<T>): Promise<T> {
  const { name, startedAt, deadlineMs } = active
  const deadline = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new LoadFailure(name, { phase: active.phase, reason: 'timeout' }))
    setTimeout(giveUp, startedAt + deadlineMs - performance.now())
  })
  return Promise.race([step, deadline])
}
