import { createBoundedCache } from '../../http/caching/bounded-cache.ts'

const maxKnown = 100_000 // the database knows the rest
const maxPending = 5_000 // in the half second until they are stored

/** A visitor's claim to be the one who counts for a network. Both are hashes, different in each rollout. */
export interface Claim {
  readonly rollout: string
  readonly network: string
  readonly visitor: string
}

/**
 * Who counts in each network: the first visitor to whom it shows a page of the rollout. Nobody can request arms until
 * they get the one they want, because the first one counts. Held in memory; the database decides between servers.
 */
export interface Claims {
  /** Claims the network, unless someone has. */
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
  const known = createBoundedCache<string>(maxKnown)
  let pending: Claim[] = []
  const getKey = ({ rollout, network }: Omit<Claim, 'visitor'>) => `${rollout} ${network}`
  return {
    claim(claim) {
      const key = getKey(claim)
      if (known.has(key) || pending.length >= maxPending) return
      known.set(key, claim.visitor)
      pending.push(claim)
    },
    isTaken(claim) {
      const holder = known.get(getKey(claim))
      return holder !== undefined && holder !== claim.visitor
    },
    takePending() {
      const taken = pending
      pending = []
      return taken
    },
    returnPending(claims) {
      pending = [...claims, ...pending].slice(0, maxPending)
    },
    correct(claim, visitor) {
      known.set(getKey(claim), visitor ?? '')
    },
    forgetAll: () => known.clear(),
  }
}
