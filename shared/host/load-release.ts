import type { RemoteEntryExports } from '@module-federation/runtime/types'
import { LoadFailure } from '@portico/protocol/reports/load-failure.ts'
import type { ActiveRelease } from './active-releases.ts'
import { loadEntry, removeScripts } from './load-entry.ts'

/** Loads the container of a release within its deadline. */
export async function loadContainer(active: ActiveRelease): Promise<RemoteEntryExports> {
  active.startedAt = performance.now()
  removeScripts(active.folder)
  const container = await withinDeadline(active, loadEntry(active))
  active.entryMs = performance.now() - active.startedAt
  active.hasRun = true
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
  const { entryMs } = active
  active.phase = 'module'
  active.startedAt = performance.now() - entryMs
  active.entryMs = 0 // the next module has the whole deadline
  const evaluate = async () => {
    const evaluated: unknown = (await container.get(expose))()
    await (evaluated instanceof Promise ? evaluated : null)
    return () => evaluated
  }
  return withinDeadline(active, evaluate(), entryMs)
}

/** Settles like `step`, unless the deadline passes first, of which `usedMs` have. */
function withinDeadline<T>(
  { name, phase, deadlineMs }: ActiveRelease,
  step: Promise<T>,
  usedMs = 0,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new LoadFailure(name, { phase, reason: 'timeout' }))
    const timer = setTimeout(giveUp, deadlineMs - usedMs)
    step.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
