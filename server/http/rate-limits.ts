import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Configuration } from '../configuration/configuration.ts'
import type { Tables } from '../database/tables.ts'
import { getNetwork } from './network/get-network.ts'
import { isLocalSite, isLoopback } from './network/loopback.ts'
import { Problem } from './problems/errors.ts'

declare module '../database/tables.ts' {
  interface Tables {
    /** Requests counted in the current window, by a hashed key. */
    call_limit: { readonly key: string; count: number; endsAt: number }
  }
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

interface Limit {
  readonly most: number
  readonly windowMs: number
}

// `address`: generous enough for a family or an office behind one address. `account`: what one person needs.
const limits = {
  'sign-up': { address: [{ most: 10, windowMs: hour }], account: [] },
  'sign-in': {
    address: [{ most: 30, windowMs: minute }],
    // NIST SP 800-63B allows 100 failed attempts; resetting the password starts anew, so that nobody is locked out.
    account: [
      { most: 5, windowMs: minute },
      { most: 100, windowMs: day },
    ],
  },
  verify: { address: [{ most: 30, windowMs: 10 * minute }], account: [{ most: 10, windowMs: 10 * minute }] },
  'send-code': {
    address: [{ most: 20, windowMs: hour }],
    account: [
      { most: 3, windowMs: 10 * minute },
      { most: 10, windowMs: day },
    ],
  },
  'request-reset': { address: [{ most: 10, windowMs: hour }], account: [{ most: 3, windowMs: hour }] },
  reset: { address: [{ most: 20, windowMs: hour }], account: [{ most: 10, windowMs: hour }] },
  update: { address: [], account: [{ most: 20, windowMs: hour }] },
  password: { address: [], account: [{ most: 5, windowMs: minute }] },
  provider: { address: [{ most: 30, windowMs: minute }], account: [] },
  sandbox: { address: [{ most: 120, windowMs: minute }], account: [] },
} as const satisfies Record<string, Record<'address' | 'account', readonly Limit[]>>

/** Where a caller stands within a limit, this call counted. */
export interface RateLimitStatus {
  readonly most: number
  /** Calls that are left; below 0 where this one is too many. */
  readonly left: number
  readonly resetSeconds: number
}

/** Calls that are limited. */
export type LimitedAction = keyof typeof limits

interface Needs {
  readonly db: Kysely<Tables>
  readonly configuration: Pick<Configuration, 'secret' | 'addressLimitFactor' | 'host' | 'publicUrl'>
}

/**
 * Counts calls in fixed windows, in the database, so that every instance counts together. One statement counts and
 * judges: of any number of calls at once, exactly as many pass as the limit says.
 */
export function createRateLimits({ db, configuration }: Needs) {
  const { secret } = configuration
  async function spend(key: string, { most, windowMs }: Limit): Promise<RateLimitStatus> {
    const now = Date.now()
    const counted = await db
      .insertInto('call_limit')
      .values({ key, count: 1, endsAt: now + windowMs })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet(({ eb, ref }) => {
          const isOver = eb(ref('call_limit.endsAt'), '<=', now)
          return {
            count: eb
              .case()
              .when(isOver)
              .then(1)
              .else(eb(ref('call_limit.count'), '+', 1))
              .end(),
            endsAt: eb
              .case()
              .when(isOver)
              .then(now + windowMs)
              .else(ref('call_limit.endsAt'))
              .end(),
          }
        }),
      )
      .returning(['count', 'endsAt'])
      .executeTakeFirstOrThrow()
    const resetSeconds = Math.max(1, Math.ceil((counted.endsAt - now) / second))
    return { most, left: most - counted.count, resetSeconds }
  }

  // Hashed with the site's secret: the table holds neither addresses nor names.
  const keyOf = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

  async function countAddress(call: LimitedAction, address: string): Promise<RateLimitStatus[]> {
    const standings: RateLimitStatus[] = []
    for (const { most, windowMs } of limits[call].address) {
      const key = keyOf(call, 'address', getNetwork(address), windowMs)
      standings.push(await spend(key, { most: most * factorFor(address, configuration), windowMs }))
    }
    return standings
  }

  return {
    /** Counts a call of a network address. Throws `too-many-requests` above the limit. */
    async byAddress(call: LimitedAction, address: string): Promise<void> {
      throwIfExceeded(await countAddress(call, address))
    },
    /** Counts a call of a network address, and says where it stands; it refuses nothing. */
    async standing(call: 'sandbox', address: string): Promise<RateLimitStatus> {
      const [standing] = await countAddress(call, address)
      if (standing === undefined) throw new Error(`${call} has no limit for addresses`)
      return standing
    },
    /** Counts a call for an account; `who`: the id of its user, or the name that was tried. */
    async byAccount(call: LimitedAction, who: string): Promise<void> {
      for (const limit of limits[call].account)
        throwIfExceeded([await spend(keyOf(call, 'account', who, limit.windowMs), limit)])
    },
    /** Forgets what was counted for an account. */
    async forget(call: LimitedAction, who: string): Promise<void> {
      const keys = limits[call].account.map(({ windowMs }) => keyOf(call, 'account', who, windowMs))
      await db.deleteFrom('call_limit').where('key', 'in', keys).execute()
    },
  }
}

/** Counts and limits calls. */
export type RateLimits = ReturnType<typeof createRateLimits>

// Whoever owns the machine tries the site out from one address; nobody else reaches it there.
const localFactor = 100

function factorFor(address: string, { addressLimitFactor, host, publicUrl }: Needs['configuration']): number {
  return isLocalSite(host, publicUrl) && isLoopback(getNetwork(address))
    ? addressLimitFactor * localFactor
    : addressLimitFactor
}

/** Throws `too-many-requests` where a caller has used up a limit. */
export function throwIfExceeded(standings: readonly RateLimitStatus[]): void {
  const spent = standings.find(({ left }) => left < 0)
  if (spent === undefined) return
  const { resetSeconds } = spent
  const detail = `Try again in ${resetSeconds} seconds.`
  throw new Problem('too-many-requests', { detail, retryAfterSeconds: resetSeconds })
}
