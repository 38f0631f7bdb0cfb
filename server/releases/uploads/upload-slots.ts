import type { Token } from '@portico/protocol/tokens/token-api.ts'
import {
  createConcurrencyLimiter,
  createKeyedConcurrencyLimiter,
  QueueFullError,
} from '../../http/concurrency-limiter.ts'
import { Problem } from '../../http/problems/errors.ts'

const total = 8 // each holds up to 20 MiB
const perToken = 4
const perRemote = 2
const maxQueued = 4
const maxQueuedInTotal = 8
const retryAfterSeconds = 10

interface Uploader {
  readonly token: Pick<Token, 'id' | 'name'>
  readonly remote: string
}

/**
 * Limits uploads by remote and by token, so that one team's never delay another's, and in total. Throws
 * `too-many-uploads` for the team's own limits, `server-busy` for the total.
 */
export function createUploadSlots() {
  const limitToken = createKeyedConcurrencyLimiter(perToken, maxQueued)
  const limitRemote = createKeyedConcurrencyLimiter(perRemote, maxQueued)
  const limitTotal = createConcurrencyLimiter(total, maxQueuedInTotal)
  return <T>({ token, remote }: Uploader, upload: () => Promise<T>): Promise<T> => {
    const inTotal = () =>
      limitTotal(upload).catch(toProblem(() => new Problem('server-busy', { retryAfterSeconds })))
    const withToken = () =>
      limitToken(token.id, inTotal).catch(
        toProblem(() => createTooMany(`with the token "${token.name}"`, perToken)),
      )
    return limitRemote(remote, withToken).catch(toProblem(() => createTooMany(`of ${remote}`, perRemote)))
  }
}

/** Replaces the error of a full queue. */
function toProblem(create: () => Problem) {
  return (error: unknown): never => {
    throw error instanceof QueueFullError ? create() : error
  }
}

function createTooMany(which: string, running: number): Problem {
  return new Problem('too-many-uploads', {
    detail: `${running} uploads ${which} are running and ${maxQueued} more are waiting.`,
    hint: 'Wait until they have finished, or stop those that hang, then upload it again.',
    retryAfterSeconds,
  })
}
