import { type SignalName, SignalNameSchema } from '@portico/protocol/discovery/load-report.ts'
import { maxLoadsPerDay } from '@portico/protocol/rollout/evidence.ts'
import type { DropReason } from '@portico/protocol/rollout/rollout-record.ts'
import * as v from 'valibot'
import type { Claim } from './claims.ts'
import type { BrowserFamily } from './get-browser-family.ts'
import type { ReportedError, ReportedLoad } from './get-reported-loads.ts'
import type { ReportingNetworkTable } from './tables.ts'

const dayMs = 24 * 3_600_000
/** How long a token can be used: a page may stay open all day. */
export const tokenLifetimeMs = dayMs

export interface CountableLoad extends ReportedLoad {
  readonly claim: Claim
  /** Of the token. */
  readonly nonce: string
  readonly issuedAt: number
  readonly family: BrowserFamily
  /** The path pattern of the page that reports it, if its release has that page; empty: another page, or a signal. */
  readonly page: string
  readonly isFromUntrustedProxy: boolean
  readonly at: number
}

/** Uses of tokens that are still valid: the key of a use, and when the token was issued. */
const UsedTokensSchema = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.number()])))

const SignalsSchema = v.pipe(v.string(), v.parseJson(), v.array(SignalNameSchema))
const FingerprintsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.string()))
const maxErrors = 10 // different ones of a network, so that it can't fill a release's list

export interface CountedLoad {
  /** The row of its network afterwards. */
  readonly row: ReportingNetworkTable
  /** Whether the page had loaded before it failed: the same load was counted as a success. */
  readonly isLate: boolean
}

/** Counts a load or a signal in the row of its network, or returns why it doesn't count. */
export function countLoad(row: ReportingNetworkTable, load: CountableLoad): CountedLoad | DropReason {
  const { nonce, isFailure, issuedAt, at } = load
  if (row.visitor !== load.claim.visitor) return getDropReason(load)
  const tokens = v.parse(UsedTokensSchema, row.used).filter(([, issued]) => issued > at - tokenLifetimeMs)
  const isUsed = (use: string) => tokens.some(([key]) => key === use)
  const use = getTokenUse(load)
  if (isUsed(use)) return 'used-token'
  if (load.isCacheable && !hasLoadedBefore(row, load, isUsed)) return 'limit'
  if (load.error !== undefined) return countError(row, load.error)
  if (load.signal !== null) return countSignal(row, load.signal)
  // A success may arrive after the failure of its page: several servers receive reports.
  if (isUsed(getTokenUse({ nonce, isFailure: true, signal: null }))) return 'used-token'
  if (isFailure && row.has_failed === 1) return 'limit'
  const isLate = isFailure && isUsed(nonce)
  const counted = isLate ? row : addLoad(row, load)
  if (counted === null) return 'limit'
  const used = JSON.stringify([...tokens, [use, issuedAt]])
  return { row: { ...(isFailure ? addFailure(counted, load) : counted), used }, isLate }
}

/**
 * Whether another page view of its arm was counted that day, so that its shell is in the cache: regulars have stable's before the
 * rollout, and nobody the canary's.
 */
function hasLoadedBefore(
  { canary_loads, day_loads }: ReportingNetworkTable,
  { arm, nonce }: CountableLoad,
  isUsed: (use: string) => boolean,
): boolean {
  const own = isUsed(nonce) || isUsed(getTokenUse({ nonce, isFailure: true, signal: null })) ? 1 : 0
  return day_loads > own && (arm === 'stable' || canary_loads > own)
}

/** null: the visitor has had all loads of the day. */
function addLoad(
  row: ReportingNetworkTable,
  { arm, share, nonce, at }: CountableLoad,
): ReportingNetworkTable | null {
  const isNewDay = Math.abs(at - row.day_start) >= dayMs // in the future if the clock was ahead
  const dayLoads = isNewDay ? 0 : row.day_loads
  if (dayLoads >= maxLoadsPerDay) return null
  return {
    ...row,
    ...(share > row.share && { share, first_view: nonce }),
    canary_loads: row.canary_loads + (arm === 'canary' ? 1 : 0),
    day_start: isNewDay ? at : row.day_start,
    day_loads: dayLoads + 1,
  }
}

function addFailure(row: ReportingNetworkTable, { arm }: CountableLoad): ReportingNetworkTable {
  return { ...row, has_failed: 1, canary_failed: arm === 'canary' ? 1 : row.canary_failed }
}

/** A signal counts once for a network: its token's use needn't be remembered. */
function countSignal(row: ReportingNetworkTable, signal: SignalName): CountedLoad | DropReason {
  const counted = v.parse(SignalsSchema, row.signals)
  if (counted.includes(signal)) return 'limit'
  return { row: { ...row, signals: JSON.stringify([...counted, signal]) }, isLate: false }
}

/** An error counts once for a network, like a signal. */
function countError(row: ReportingNetworkTable, { fingerprint }: ReportedError): CountedLoad | DropReason {
  const counted = v.parse(FingerprintsSchema, row.errors)
  if (counted.includes(fingerprint) || counted.length >= maxErrors) return 'limit'
  return { row: { ...row, errors: JSON.stringify([...counted, fingerprint]) }, isLate: false }
}

/** Whether the load that was counted last is of the visitor's first page view since the share grew. */
export function isFirstView(row: ReportingNetworkTable, { nonce }: Pick<CountableLoad, 'nonce'>): boolean {
  return row.first_view === nonce
}

/**
 * A token can be used once for a success, then once for a failure, and for each signal: a page that has loaded can still break.
 * Success and failure are the same load, and the failure replaces the success.
 */
export function getTokenUse({
  nonce,
  isFailure,
  signal,
  error,
}: Pick<CountableLoad, 'nonce' | 'isFailure' | 'signal' | 'error'>): string {
  return signal === null ? `${nonce}${isFailure ? '!' : ''}` : `${nonce} ${error?.fingerprint ?? signal}`
}

/** Why a load is dropped when another visitor counts for its network. */
export function getDropReason(load: Pick<CountableLoad, 'isFromUntrustedProxy'>): DropReason {
  return load.isFromUntrustedProxy ? 'untrusted-proxy' : 'other-visitor'
}
