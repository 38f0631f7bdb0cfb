import { unlessUnavailable } from './database-unavailable.ts'

interface PeriodicOptions {
  readonly everyMs: number
  /** Receives what the task throws, unless the database is unavailable. */
  readonly onError: (error: unknown) => void
}

/**
 * Runs a task again and again, never twice at the same time, until the returned function is called, which waits for the
 * task to end.
 */
export function runPeriodically(
  task: () => Promise<void>,
  { everyMs, onError }: PeriodicOptions,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= task()
      .catch(unlessUnavailable(onError))
      .finally(() => {
        running = null
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
