import pLimit from 'p-limit'

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

/** The same for each key: the tasks of one never wait for those of another. */
export function createKeyedConcurrencyLimiter(concurrency: number, maxQueued: number) {
  const limits = new Map<string, { run: ReturnType<typeof createConcurrencyLimiter>; tasks: number }>()
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? { run: createConcurrencyLimiter(concurrency, maxQueued), tasks: 0 }
    limits.set(key, limit)
    limit.tasks += 1
    try {
      return await limit.run(task)
    } finally {
      limit.tasks -= 1
      if (limit.tasks === 0) limits.delete(key)
    }
  }
}
