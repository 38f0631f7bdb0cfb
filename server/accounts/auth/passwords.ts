import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { createConcurrencyLimiter, QueueFullError } from '../../http/concurrency-limiter.ts'
import { Problem } from '../../http/problems/errors.ts'

// One scrypt takes about 80 ms of a core (in libuv's threads, not on the event loop). One core stays free, so that a
// flood of sign-ins does not slow the pages down; who would wait longer than about five seconds is sent away.
const cores = Math.max(1, availableParallelism() - 1)
const waitingForEach = 64
const retryAfterSeconds = 5

/** Hashes and checks passwords by scrypt, a bounded number at a time. Throws `server-busy` when too many wait. */
export function createPasswordHasher(atOnce = cores, mostWaiting = waitingForEach * atOnce) {
  const inTurn = createConcurrencyLimiter(atOnce, mostWaiting)
  const bounded = <T>(task: () => Promise<T>): Promise<T> =>
    inTurn(task).catch((cause: unknown) => {
      throw cause instanceof QueueFullError ? new Problem('server-busy', { retryAfterSeconds, cause }) : cause
    })
  return {
    hash: (password: string) => bounded(() => hashPassword(password)),
    verify: (given: { readonly hash: string; readonly password: string }) =>
      bounded(() => verifyPassword(given)),
  }
}

/** Hashes and checks passwords. */
export type PasswordHasher = ReturnType<typeof createPasswordHasher>
