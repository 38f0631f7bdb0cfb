import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createConcurrencyLimiter, QueueFullError } from '../../http/concurrency-limiter.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { PasswordAlgorithm } from '../../services.ts'

// One scrypt takes about 80 ms of a core (in libuv's threads, not on the event loop). One core stays free, so that a
// flood of sign-ins doesn't slow down the pages; a request that would wait longer than about five seconds is rejected.
const cores = Math.max(1, availableParallelism() - 1)
const maxQueuedPerCore = 64
const retryAfterSeconds = 5

const scrypt: PasswordAlgorithm = { hash: hashPassword, verify: verifyPassword }

interface HasherOptions {
  readonly algorithm?: PasswordAlgorithm | undefined
  readonly concurrency?: number
  readonly maxQueued?: number
}

/** Hashes and verifies passwords with scrypt, a limited number at a time. Throws `server-busy` if the queue is full. */
export function createPasswordHasher({
  algorithm = scrypt,
  concurrency = cores,
  maxQueued = maxQueuedPerCore * concurrency,
}: HasherOptions = {}): PasswordAlgorithm {
  const limit = createConcurrencyLimiter(concurrency, maxQueued)
  const enqueue = <T>(task: () => Promise<T>): Promise<T> =>
    limit(task).catch((cause: unknown) => {
      throw cause instanceof QueueFullError ? new Problem('server-busy', { retryAfterSeconds, cause }) : cause
    })
  return {
    hash: (password) => enqueue(() => algorithm.hash(password)),
    verify: (given) => enqueue(() => algorithm.verify(given)),
  }
}
