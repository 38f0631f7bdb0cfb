import pLimit from 'p-limit'

/** Too many tasks are waiting. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

/** Runs at most `concurrency` tasks at a time, in order; rejects with a QueueFullError if `maxQueued` are waiting. */
export function createConcurrencyLimiter(concurrency: number, maxQueued = Number.POSITIVE_INFINITY) {
  const limit = pLimit(concurrency)
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxQueued)
      throw new QueueFullError(`${maxQueued} tasks are already waiting.`)
    return limit(task)
  }
}
