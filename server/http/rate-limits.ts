import { createHmac } from 'node:crypto'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import { getBlock, getNetwork } from './network/get-network.ts'
import { isLocalSite, isLoopback } from './network/loopback.ts'
import { Problem } from './problems/errors.ts'
import { createRequestCounters, type Limit, type WindowCount } from './request-counters.ts'

/**
 * The limits of an action. `address`: generous enough for a family or an office behind one address. `account`: what one
 * person needs.
 */
export type ActionLimits = Readonly<Record<'address' | 'account', readonly Limit[]>>

// A household has one network; whoever rents a block has 65,536 of them in IPv6, and would have as many limits.
const blockFactor = 10

/** Whose requests are counted together, and their limits. */
export interface Subject {
  readonly name: readonly string[]
  readonly limits: readonly Limit[]
}

/** A client's position within a limit, including this request. */
export interface RateLimitStatus {
  readonly max: number
  /** Negative if this request exceeds the limit. */
  readonly remaining: number
  readonly resetSeconds: number
}

export interface RateLimitOptions extends Pick<Database, 'db'> {
  readonly configuration: Pick<Configuration, 'secret' | 'addressLimitFactor' | 'host' | 'publicUrl'>
}

/** Limits requests: of any number of simultaneous ones, on any server, exactly as many pass as a limit allows. */
export function createRateLimits<Action extends string>(
  { configuration, ...database }: RateLimitOptions,
  limits: Readonly<Record<Action, ActionLimits>>,
) {
  const counters = createRequestCounters(database)
  const getKey = (subject: Subject, limit: Limit) => hashName(configuration.secret, subject, limit)
  const getAccount = (action: Action, who: string): Subject => ({
    name: [action, 'account', who],
    limits: limits[action].account,
  })
  const getSubject = (action: Action, address: string, kind: 'address' | 'block'): Subject => {
    const { from, factor } = getClient(kind, address, configuration)
    return { name: [action, kind, from], limits: multiply(limits[action].address, factor) }
  }

  const increaseCounter = async (key: string, limit: Limit) =>
    toStatus(limit, await counters.increase(key, limit))

  async function count(subject: Subject): Promise<RateLimitStatus[]> {
    const statuses: RateLimitStatus[] = []
    for (const limit of subject.limits) statuses.push(await increaseCounter(getKey(subject, limit), limit))
    return statuses
  }

  /** Counts a request of every subject. Throws above a limit. The returned function uncounts it. */
  async function bySubjects(subjects: readonly Subject[]): Promise<() => Promise<void>> {
    const keys: string[] = []
    for (const subject of subjects)
      for (const limit of subject.limits) {
        const key = getKey(subject, limit)
        throwIfExceeded([await increaseCounter(key, limit)])
        keys.push(key)
      }
    return () => counters.uncount(keys)
  }

  const forgetSubject = (subject: Subject): Promise<void> =>
    counters.reset(subject.limits.map((limit) => getKey(subject, limit)))

  return {
    bySubjects,
    forgetSubject,
    /** Counts a request from a network address, and from the block of its network. Throws `too-many-requests` above a limit. */
    async byAddress(action: Action, address: string): Promise<void> {
      // The network first, so that it uses up only its own part of the block.
      for (const kind of ['address', 'block'] as const)
        throwIfExceeded(await count(getSubject(action, address, kind)))
    },
    /** Counts a request from a network address by its only limit and returns its status; never throws because of it. */
    async getStatus(action: Action, address: string): Promise<RateLimitStatus> {
      return requireStatus(await count(getSubject(action, address, 'address')), action)
    },
    /** Counts a request for an account; `who`: the id or the email address of its user, or the login that was tried. */
    async byAccount(action: Action, who: string): Promise<void> {
      await bySubjects([getAccount(action, who)])
    },
    /** Counts a request for an account by its only limit and returns its status; never throws because of it. */
    async countByAccount(action: Action, who: string): Promise<RateLimitStatus> {
      return requireStatus(await count(getAccount(action, who)), action)
    },
    forget: (action: Action, who: string): Promise<void> => forgetSubject(getAccount(action, who)),
  }
}

/** With the site's secret, so that the table contains neither addresses nor names. */
function hashName(secret: string, { name }: Subject, { windowMs }: Limit): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([...name, windowMs]))
    .digest('base64url')
}

/** Whose requests from an address are counted together, and by how much that multiplies the limits. */
function getClient(
  kind: 'address' | 'block',
  address: string,
  configuration: RateLimitOptions['configuration'],
) {
  const factor = getFactor(address, configuration)
  return kind === 'block'
    ? { from: getBlock(address), factor: blockFactor * factor }
    : { from: getNetwork(address), factor }
}

function toStatus({ max }: Limit, { count, endsAt }: WindowCount): RateLimitStatus {
  // Not when the request came: one that arrived later may have started the window.
  const resetSeconds = Math.max(1, Math.ceil((endsAt - Date.now()) / 1_000))
  return { max, remaining: max - count, resetSeconds }
}

function multiply(limits: readonly Limit[], factor: number): Limit[] {
  return limits.map(({ max, windowMs }) => ({ max: max * factor, windowMs }))
}

function requireStatus([status]: readonly RateLimitStatus[], action: string): RateLimitStatus {
  if (status === undefined) throw new Error(`Expected a limit for ${action}, got none. Add it to the table.`)
  return status
}

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
export function throwIfExceeded(statuses: readonly RateLimitStatus[]): void {
  const exceeded = statuses.find(({ remaining }) => remaining < 0)
  if (exceeded === undefined) return
  const { resetSeconds } = exceeded
  const detail = `Try again in ${resetSeconds} seconds.`
  throw new Problem('too-many-requests', { detail, retryAfterSeconds: resetSeconds })
}
