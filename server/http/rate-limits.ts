import { createHmac } from 'node:crypto'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import { getBlock, getNetwork } from './network/get-network.ts'
import { isLocalSite, isLoopback } from './network/loopback.ts'
import { Problem } from './problems/errors.ts'
import { createRequestCounters, type Limit } from './request-counters.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long an emailed code is valid. */
export const codeMinutes = 30

/** How long an address gets no further password reset emails. */
export const resetWindowMinutes = 60

/** A code expires after this many wrong attempts: only its visitor may enter it, who is signed in. */
export const codeAttempts = 5

// `address`: generous enough for a family or an office behind one address. `account`: what one person needs.
const limits = {
  'sign-up': { address: [{ most: 10, windowMs: hour }], account: [] },
  'sign-in': {
    address: [{ most: 30, windowMs: minute }],
    account: [],
  },
  verify: { address: [{ most: 30, windowMs: 10 * minute }], account: [{ most: 10, windowMs: 10 * minute }] },
  // Attempts for one emailed code, which expires after this time; a new code resets the count.
  'verify-code': { address: [], account: [{ most: codeAttempts, windowMs: codeMinutes * minute }] },
  // By email address, and with the email of the sign-up: an account can be deleted and created again.
  'send-code': {
    address: [{ most: 20, windowMs: hour }],
    account: [
      { most: 4, windowMs: 10 * minute },
      { most: 11, windowMs: day },
    ],
  },
  'request-reset': {
    address: [{ most: 10, windowMs: hour }],
    account: [{ most: 3, windowMs: resetWindowMinutes * minute }],
  },
  reset: { address: [{ most: 20, windowMs: hour }], account: [] },
  update: { address: [], account: [{ most: 20, windowMs: hour }] },
  // For whoever has the session, which may be stolen. As many guesses as a login allows.
  password: {
    address: [],
    account: [
      { most: 5, windowMs: minute },
      { most: 100, windowMs: day },
    ],
  },
  provider: { address: [{ most: 30, windowMs: minute }], account: [] },
  sandbox: { address: [{ most: 120, windowMs: minute }], account: [] },
} as const satisfies Record<string, Record<'address' | 'account', readonly Limit[]>>

// A household has one network; whoever rents a block has 65,536 of them in IPv6, and would have as many limits.
const blockFactor = 10

/**
 * Failed attempts to enter a password. NIST SP 800-63B allows 100 for an account. One network gets only a part of them,
 * so that it can't lock others out. A device that has logged in to the account before has its own.
 */
const attemptLimits = {
  network: [
    { most: 5, windowMs: minute },
    { most: 20, windowMs: day },
  ],
  account: [{ most: 100, windowMs: day }],
  device: [
    { most: 5, windowMs: minute },
    { most: 100, windowMs: day },
  ],
} as const satisfies Record<string, readonly Limit[]>

/** A login attempt's account and device. */
export interface LoginAttempt {
  /** The id of the user, or the login that was tried. */
  readonly who: string
  readonly address: string
  /** What `readKnownDevice` returns. */
  readonly device: string | null
}

/** A client's position within a limit, including this request. */
export interface RateLimitStatus {
  readonly most: number
  /** Remaining requests; negative if this one exceeds the limit. */
  readonly left: number
  readonly resetSeconds: number
}

/** Actions that are limited. */
export type LimitedAction = keyof typeof limits

interface RateLimitOptions extends Pick<Database, 'db' | 'kind'> {
  readonly configuration: Pick<Configuration, 'secret' | 'addressLimitFactor' | 'host' | 'publicUrl'>
}

/** Limits requests: of any number of simultaneous ones, on any server, exactly as many pass as a limit allows. */
export function createRateLimits({ configuration, ...database }: RateLimitOptions) {
  const { secret } = configuration
  const counters = createRequestCounters(database)
  async function increaseCounter(key: string, limit: Limit): Promise<RateLimitStatus> {
    const { count, endsAt } = await counters.increase(key, limit)
    // Not `now`: a request that arrived later may have started the window.
    const resetSeconds = Math.max(1, Math.ceil((endsAt - Date.now()) / second))
    return { most: limit.most, left: limit.most - count, resetSeconds }
  }

  // Hashed with the site's secret, so that the table contains neither addresses nor names.
  const createKey = (...parts: readonly (string | number)[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

  async function countByAddress(action: LimitedAction, address: string): Promise<RateLimitStatus[]> {
    return countFor(action, ['address', getNetwork(address)], getFactor(address, configuration))
  }

  async function countByBlock(action: LimitedAction, address: string): Promise<RateLimitStatus[]> {
    const factor = blockFactor * getFactor(address, configuration)
    return countFor(action, ['block', getBlock(address)], factor)
  }

  async function countFor(action: LimitedAction, from: readonly [string, string], factor: number) {
    const standings: RateLimitStatus[] = []
    for (const { most, windowMs } of limits[action].address) {
      const key = createKey(action, ...from, windowMs)
      standings.push(await increaseCounter(key, { most: most * factor, windowMs }))
    }
    return standings
  }

  return {
    /** Counts a request from a network address, and from the block of its network. Throws `too-many-requests` above a limit. */
    async byAddress(action: LimitedAction, address: string): Promise<void> {
      throwIfExceeded(await countByAddress(action, address)) // first, so that one network uses up only its own part
      throwIfExceeded(await countByBlock(action, address))
    },
    /** Counts a request from a network address and returns its status; never throws because of it. */
    async getStatus(action: 'sandbox', address: string): Promise<RateLimitStatus> {
      const [standing] = await countByAddress(action, address)
      if (standing === undefined) throw new Error(`There is no address limit for ${action}.`)
      return standing
    },
    /**
     * Counts an attempt to log in. Throws `too-many-requests` if there were too many failed ones. The returned function
     * uncounts the attempt: call it unless the password was wrong.
     */
    async byAttempt({ who, address, device }: LoginAttempt): Promise<() => Promise<void>> {
      const kinds =
        device === null
          ? ([
              ['network', getNetwork(address)],
              ['account', ''],
            ] as const)
          : ([['device', device]] as const)
      const keys: string[] = []
      for (const [kind, from] of kinds)
        for (const limit of attemptLimits[kind]) {
          const key = createKey('attempt', kind, who, from, limit.windowMs)
          throwIfExceeded([await increaseCounter(key, limit)])
          keys.push(key)
        }
      return () => counters.takeBack(keys)
    },
    /** Resets all failed attempts on an account. */
    forgetAttempts: (who: string) =>
      counters.reset(
        attemptLimits.account.map(({ windowMs }) => createKey('attempt', 'account', who, '', windowMs)),
      ),
    /** Counts a request for an account; `who`: the id or the email address of its user, or the login that was tried. */
    async byAccount(action: LimitedAction, who: string): Promise<void> {
      for (const limit of limits[action].account)
        throwIfExceeded([await increaseCounter(createKey(action, 'account', who, limit.windowMs), limit)])
    },
    /** Counts a request for an account by its only limit and returns its status; never throws because of it. */
    async countByAccount(action: 'verify-code' | 'request-reset', who: string): Promise<RateLimitStatus> {
      const [limit] = limits[action].account
      return increaseCounter(createKey(action, 'account', who, limit.windowMs), limit)
    },
    /** Resets the counts of an account. */
    async forget(action: LimitedAction, who: string): Promise<void> {
      const keys = limits[action].account.map(({ windowMs }) => createKey(action, 'account', who, windowMs))
      await counters.reset(keys)
    },
  }
}

/** Counts and limits requests. */
export type RateLimits = ReturnType<typeof createRateLimits>

// The owner tries the site out from a single address, and nobody else can reach it there.
const localFactor = 100

function getFactor(
  address: string,
  { addressLimitFactor, host, publicUrl }: RateLimitOptions['configuration'],
): number {
  return isLocalSite(host, publicUrl) && isLoopback(getNetwork(address))
    ? addressLimitFactor * localFactor
    : addressLimitFactor
}

/** Throws `too-many-requests` if a client has exceeded a limit. */
export function throwIfExceeded(standings: readonly RateLimitStatus[]): void {
  const exceeded = standings.find(({ left }) => left < 0)
  if (exceeded === undefined) return
  const { resetSeconds } = exceeded
  const detail = `Try again in ${resetSeconds} seconds.`
  throw new Problem('too-many-requests', { detail, retryAfterSeconds: resetSeconds })
}
