import { createBoundedCache } from './caching/bounded-cache.ts'
import { QueueFullError } from './concurrency-limiter.ts'

export interface Claimant {
  /** Those with the same key share one turn. */
  readonly key: string
  /** Goes before others that have had as many turns. */
  readonly isPreferred: boolean
}

interface Waiting extends Claimant {
  /** The number of turns of its key before it: the lowest is next. */
  readonly turn: number
  start(): void
  reject(error: QueueFullError): void
}

type Claim = Pick<Waiting, 'turn' | 'isPreferred'>

const maxKeys = 10_000 // that waited last

/**
 * Runs at most `concurrency` tasks at a time; the keys that wait take turns (start-time fair queueing: Goyal et al., 1996).
 * If `maxQueued` are waiting, a task takes the place of the last one of a key with more turns, and is rejected with a
 * QueueFullError if there is none. So a key that sends many tasks delays and displaces only its own.
 */
export function createFairLimiter(concurrency: number, maxQueued: number) {
  const nextTurns = createBoundedCache<number>(maxKeys)
  const waiting: Waiting[] = [] // in order
  let running = 0
  let turn = 0 // of the newest running task

  const getTurn = (key: string) => Math.max(turn, nextTurns.get(key) ?? 0)

  function isRejected(claim: Claim): boolean {
    const last = waiting.at(-1)
    return running >= concurrency && waiting.length >= maxQueued && (!last || compare(claim, last) >= 0)
  }

  /** Throws a QueueFullError if a task of this claimant would be rejected. */
  function requireRoom({ key, isPreferred }: Claimant): void {
    if (isRejected({ turn: getTurn(key), isPreferred }))
      throw new QueueFullError(`${maxQueued} tasks are already waiting.`)
  }

  function waitForTurn(claim: Claim & Claimant): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (waiting.length >= maxQueued) {
      const displaced = waiting.pop()
      if (displaced) nextTurns.set(displaced.key, displaced.turn)
      displaced?.reject(new QueueFullError('Its place in the queue was taken.'))
    }
    const at = waiting.findIndex((other) => compare(claim, other) < 0)
    waiting.splice(at === -1 ? waiting.length : at, 0, { ...claim, start: resolve, reject })
    return promise
  }

  function startNext(): void {
    running -= 1
    const next = waiting.shift()
    if (next === undefined && running === 0) nextTurns.clear() // nobody waits: earlier turns were nobody's loss
    if (next === undefined) return
    running += 1
    turn = next.turn
    next.start()
  }

  async function run<T>(claimant: Claimant, task: () => Promise<T>): Promise<T> {
    requireRoom(claimant)
    const claim = { ...claimant, turn: getTurn(claimant.key) }
    nextTurns.set(claim.key, claim.turn + 1)
    if (running < concurrency) {
      running += 1
      turn = claim.turn
    } else await waitForTurn(claim)
    try {
      return await task()
    } finally {
      startNext()
    }
  }

  return { run, requireRoom }
}

function compare(a: Claim, b: Claim): number {
  return a.turn - b.turn || Number(b.isPreferred) - Number(a.isPreferred)
}
