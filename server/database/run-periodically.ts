import { unlessUnavailable } from './database-unavailable.ts'

const jumpMs = 60_000 // corrections of a running clock are smaller

interface PeriodicOptions {
  readonly everyMs: number
  /** Receives what the task throws, unless the database is unavailable. */
  readonly onError: (error: unknown) => void
  /**
   * For tasks that delete old data: a run is skipped if the clock has jumped since the last one; receives by how much.
   */
  readonly onClockJump?: (jumpedMs: number) => void
}

/**
 * Runs a task periodically, never twice at the same time, until the returned function is called, which waits for the
 * task to end.
 */
export function runPeriodically(
  task: () => Promise<void>,
  { everyMs, onError, onClockJump }: PeriodicOptions,
): () => Promise<void> {
  let running: Promise<void> | null = null
  let offset = readOffset()
  const timer = setInterval(() => {
    const jumpedMs = readOffset() - offset
    offset += jumpedMs
    if (onClockJump !== undefined && Math.abs(jumpedMs) > jumpMs) return onClockJump(jumpedMs)
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

/** The difference between the wall clock and the monotonic clock. */
function readOffset(): number {
  return Date.now() - performance.now()
}
