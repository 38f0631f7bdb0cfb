import { availableParallelism } from 'node:os'
import { createConcurrencyLimiter, QueueFullError } from '../../http/concurrency-limiter.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { PasswordAlgorithm } from '../../services.ts'

// One scrypt takes about 80 ms of a core. One core stays free, and on the others requests have priority, so that a flood of
// sign-ins doesn't slow down the pages; a request that would wait for seconds, and on a busy core for half a minute, is rejected.
const cores = Math.max(1, availableParallelism() - 1)
const maxQueuedPerCore = 32
const retryAfterSeconds = 5

interface HasherOptions {
  readonly algorithm: PasswordAlgorithm
  readonly concurrency?: number
  readonly maxQueued?: number
}

/** Hashes and verifies passwords, a limited number at a time. */
export interface PasswordHasher extends PasswordAlgorithm {
  /** Throws `server-busy` if the queue is full, as `hash` and `verify` do. For work that must come before them. */
  requireRoom(): void
}

/** Limits an algorithm; further passwords wait in a queue. */
export function createPasswordHasher({
  algorithm,
  concurrency = cores,
  maxQueued = maxQueuedPerCore * concurrency,
}: HasherOptions): PasswordHasher {
  const limit = createConcurrencyLimiter(concurrency, maxQueued)
  const enqueue = <T>(task: () => Promise<T>): Promise<T> =>
    limit(task).catch((cause: unknown) => {
      throw toProblem(cause)
    })
  return {
    hash: (password) => enqueue(() => algorithm.hash(password)),
    verify: (given) => enqueue(() => algorithm.verify(given)),
    requireRoom() {
      try {
        limit.requireRoom()
      } catch (cause) {
        throw toProblem(cause)
      }
    },
  }
}

function toProblem(cause: unknown): unknown {
  return cause instanceof QueueFullError ? new Problem('server-busy', { retryAfterSeconds, cause }) : cause
}
