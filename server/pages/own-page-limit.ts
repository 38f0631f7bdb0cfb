import type { KnownSession } from '../accounts/auth/session-cache.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { getBlock } from '../http/network/get-network.ts'
import { Problem } from '../http/problems/errors.ts'
import { createSlidingLimit } from '../http/sliding-limit.ts'

const windowSeconds = 60
const windowMs = windowSeconds * 1_000
const maxOfAccount = 60
const maxOfBlock = 240 // of an IPv4 /24 or an IPv6 /48

interface PageReader {
  readonly ip: string
  readonly session: KnownSession
}

/**
 * Limits the pages with values from their own address, such as `?q=`: each is filled and compressed for one request, which takes
 * 10 to 20 ms. Counted in memory, because pages are served without the database, too. The returned function throws
 * `too-many-requests`.
 */
export function createOwnPageLimit({ addressLimitFactor }: Pick<Configuration, 'addressLimitFactor'>) {
  const isAccountAllowed = createSlidingLimit({ max: maxOfAccount, windowMs })
  const isBlockAllowed = createSlidingLimit({ max: maxOfBlock * addressLimitFactor, windowMs })
  return ({ ip, session }: PageReader): void => {
    const now = performance.now()
    const visitor = session === 'unknown' ? null : session.visitor
    const isAllowed =
      (visitor === null || isAccountAllowed(visitor.username, now)) && isBlockAllowed(getBlock(ip), now)
    if (isAllowed) return
    const detail = `Too many searches, or links with an address to return to. Try again in ${windowSeconds} seconds.`
    throw new Problem('too-many-requests', { detail, retryAfterSeconds: windowSeconds })
  }
}
