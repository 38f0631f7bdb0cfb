import { unlessUnavailable } from './database-unavailable.ts'

const jumpMs = 60_000 // corrections of a running clock are smaller

interface PeriodicOptions {
  readonly everyMs: number
  /** Receives what the task throws, unless the database is unavailable. */
  readonly onError: (error: unknown) => void
  /** For tasks that delete what is old: a run is left out if the clock has jumped since the last one; receives by how much. */
  readonly onClockJump?: (jumpedMs: number) => void
}

/**
 * Runs a task again and again, never twice at the same time, until the returned function is called, which waits for the
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

/** How far the time of day is ahead of the clock that never jumps. */
function readOffset(): number {
  return Date.now() - performance.now()
}
