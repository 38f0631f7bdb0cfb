import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { QueueFullError } from '../../http/concurrency-limiter.ts'
import { createFairLimiter } from '../../http/fair-limiter.ts'
import { getBlock } from '../../http/network/get-network.ts'
import { Problem } from '../../http/problems/errors.ts'

// One scrypt takes about 80 ms of a core. One core stays free, and on the others requests have priority, so that a flood of
// sign-ins doesn't slow down the pages; a request that would wait for seconds, and on a busy core for half a minute, is rejected.
const cores = Math.max(1, availableParallelism() - 1)
const maxQueuedPerCore = 32
const retryAfterSeconds = 5

export interface PasswordAlgorithm {
  hash(password: string): Promise<string>
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>
}

interface HasherOptions {
  readonly algorithm: PasswordAlgorithm
  readonly concurrency?: number
  readonly maxQueued?: number
}

interface PasswordOwner {
  readonly address: string
  /** Whether the browser has logged in to the account before. */
  readonly isKnown: boolean
}

/** Hashes and verifies passwords, a limited number at a time. */
export interface PasswordHasher extends PasswordAlgorithm {
  /** Calls `callback`, whose passwords then wait as the owner's. */
  hashFor<T>(owner: PasswordOwner, callback: () => T): T
  /** Throws `server-busy` if the queue has no room for the owner, as `hash` and `verify` do. For work that must come before them. */
  requireRoom(): void
}

/**
 * Limits an algorithm; further passwords wait in a queue. Blocks of networks take turns in it, and the last password of the
 * block that has the most makes room for another block, so that a flood from a few networks delays mostly itself.
 */
export function createPasswordHasher({
  algorithm,
  concurrency = cores,
  maxQueued = maxQueuedPerCore * concurrency,
}: HasherOptions): PasswordHasher {
  // better-auth calls `hash` and `verify`, and knows nothing of the request.
  const owners = new AsyncLocalStorage<PasswordOwner>()
  const limiter = createFairLimiter(concurrency, maxQueued)
  const getClaimant = () => {
    const { address, isKnown } = owners.getStore() ?? { address: '', isKnown: false }
    return { key: getBlock(address), isPreferred: isKnown }
  }
  const enqueue = <T>(task: () => Promise<T>): Promise<T> =>
    limiter.run(getClaimant(), task).catch((cause: unknown) => {
      throw toProblem(cause)
    })
  return {
    hash: (password) => enqueue(() => algorithm.hash(password)),
    verify: (given) => enqueue(() => algorithm.verify(given)),
    hashFor: (owner, callback) => owners.run(owner, callback),
    requireRoom() {
      try {
        limiter.requireRoom(getClaimant())
      } catch (cause) {
        throw toProblem(cause)
      }
    },
  }
}

function toProblem(cause: unknown): unknown {
  return cause instanceof QueueFullError ? new Problem('server-busy', { retryAfterSeconds, cause }) : cause
}
