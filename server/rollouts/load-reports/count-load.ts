import { type SignalName, SignalNameSchema } from '@portico/protocol/discovery/load-report.ts'
import { maxLoadsPerDay } from '@portico/protocol/rollout/evidence.ts'
import type { DropReason } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import type { Claim } from './claims.ts'
import type { BrowserFamily } from './get-browser-family.ts'
import type { ReportedLoad } from './get-reported-loads.ts'
import type { ReportingNetworkTable } from './tables.ts'

const dayMs = 24 * 3_600_000
/** How long a token can be used: a page may stay open all day. */
export const tokenLifetimeMs = dayMs

/** A load or a signal with a valid token. */
export interface CountableLoad extends ReportedLoad {
  readonly claim: Claim
  /** Of the token. */
  readonly nonce: string
  readonly issuedAt: number
  readonly family: BrowserFamily
  readonly isFromUntrustedProxy: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Uses of tokens that are still valid: the key of a use, and when the token was issued. */
const UsedTokensSchema = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.number()])))

const SignalsSchema = v.pipe(v.string(), v.parseJson(), v.array(SignalNameSchema))

/** Counts a load or a signal in the row of its network, or returns why it doesn't count. */
export function countLoad(
  row: ReportingNetworkTable,
  load: CountableLoad,
): ReportingNetworkTable | DropReason {
  const { arm, isFailure, issuedAt, at } = load
  if (row.visitor !== load.claim.visitor) return getDropReason(load)
  const used = v.parse(UsedTokensSchema, row.used).filter(([, issued]) => issued > at - tokenLifetimeMs)
  const use = getTokenUse(load)
  if (used.some(([key]) => key === use)) return 'used-token'
  if (load.signal !== null) return countSignal(row, load.signal)
  const isNewDay = Math.abs(at - row.day_start) >= dayMs // in the future if the clock was ahead
  const dayLoads = isNewDay ? 0 : row.day_loads
  if (dayLoads >= maxLoadsPerDay || (isFailure && row.has_failed === 1)) return 'limit'
  const isCanary = arm === 'canary'
  const isFirst = load.share > row.share
  return {
    ...row,
    canary_loads: row.canary_loads + (isCanary ? 1 : 0),
    has_failed: isFailure ? 1 : row.has_failed,
    canary_failed: isFailure && isCanary ? 1 : row.canary_failed,
    share: isFirst ? load.share : row.share,
    first_view: isFirst ? load.nonce : row.first_view,
    day_start: isNewDay ? at : row.day_start,
    day_loads: dayLoads + 1,
    used: JSON.stringify([...used, [use, issuedAt]]),
  }
}

/** A signal counts once for a network: its token's use needn't be remembered. */
function countSignal(row: ReportingNetworkTable, signal: SignalName): ReportingNetworkTable | DropReason {
  const counted = v.parse(SignalsSchema, row.signals)
  return counted.includes(signal) ? 'limit' : { ...row, signals: JSON.stringify([...counted, signal]) }
}

/** Whether the load that was counted last is of the visitor's first page view since the share grew. */
export function isFirstView(row: ReportingNetworkTable, { nonce }: Pick<CountableLoad, 'nonce'>): boolean {
  return row.first_view === nonce
}

/** A token can be used once for a success, a failure and each signal: a page that has loaded can still break. */
export function getTokenUse({
  nonce,
  isFailure,
  signal,
}: Pick<CountableLoad, 'nonce' | 'isFailure' | 'signal'>): string {
  return signal === null ? `${nonce}${isFailure ? '!' : ''}` : `${nonce} ${signal}`
}

/** Why a load is dropped when another visitor counts for its network. */
export function getDropReason(load: Pick<CountableLoad, 'isFromUntrustedProxy'>): DropReason {
  return load.isFromUntrustedProxy ? 'untrusted-proxy' : 'other-visitor'
}
