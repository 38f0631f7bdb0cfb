import { createBoundedCache } from '../../http/caching/bounded-cache.ts'
import type { BrowserFamily } from './get-browser-family.ts'

const maxKnown = 100_000 // the database knows the rest
const maxPending = 5_000 // in the half second until they are stored

/** A visitor's claim to be the one who counts for a network. Both are hashes, different in each rollout. */
export interface Claim {
  readonly rollout: string
  readonly network: string
  readonly visitor: string
  /** A page of the shell was shown; missing: this is no such view. */
  readonly shown?: ShownView
}

/** A page view that is silent, unless its visitor reports something of its arm. */
interface ShownView {
  readonly at: number
  readonly arm: 'canary' | 'stable'
  readonly family: BrowserFamily
  /** The canary's then, in basis points. Of each share only the first view matters. */
  readonly share: number
}

/**
 * Who counts in each network: the first visitor to whom it shows a page of the rollout. Nobody can request arms until
 * they get the one they want, because the first one counts. Held in memory; the database decides between servers.
 */
export interface Claims {
  /** Claims the network, unless someone has, and notes the first view of each share. */
  claim(claim: Claim): void
  /** Whether someone else counts for the network, as far as this server knows. */
  isTaken(claim: Claim): boolean
  /** Returns the claims that must be stored, and clears them. */
  takePending(): Claim[]
  /** Takes back claims that could not be stored. */
  returnPending(claims: readonly Claim[]): void
  /** Corrects who counts, after another server was first; `visitor` null: nobody, because the rollout is full. */
  correct(claim: Omit<Claim, 'visitor'>, visitor: string | null): void
  /** Forgets who counts, because the database has gone back to an earlier state. */
  forgetAll(): void
}

/** Creates an empty register of claims. */
export function createClaims(): Claims {
  const known = createBoundedCache<{ readonly visitor: string; readonly share: number }>(maxKnown)
  let pending: Claim[] = []
  const getKey = ({ rollout, network }: Omit<Claim, 'visitor'>) => `${rollout} ${network}`
  return {
    claim(claim) {
      const key = getKey(claim)
      const { visitor } = claim
      const holder = known.get(key)
      const share = claim.shown?.share ?? 0
      const isNew = holder === undefined || (holder.visitor === visitor && holder.share < share)
      if (!isNew || pending.length >= maxPending) return
      known.set(key, { visitor, share })
      pending.push(claim)
    },
    isTaken(claim) {
      const holder = known.get(getKey(claim))
      return holder !== undefined && holder.visitor !== claim.visitor
    },
    takePending() {
      const taken = new Map(pending.map((claim) => [getKey(claim), claim])) // the last of each network
      pending = []
      return [...taken.values()]
    },
    returnPending(claims) {
      pending = [...claims, ...pending].slice(0, maxPending)
    },
    correct(claim, visitor) {
      const key = getKey(claim)
      known.set(key, { visitor: visitor ?? '', share: known.get(key)?.share ?? 0 })
    },
    forgetAll: () => known.clear(),
  }
}
