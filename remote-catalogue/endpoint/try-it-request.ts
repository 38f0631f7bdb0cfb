import { createContext } from 'react'

/** A press on "Try it" in the row of an entry. Each press is a new object. */
export interface TryItRequest {
  /** Id of the entry. */
  readonly id: string
}

/** The press to which the open details respond by opening their try-it panel; null if they were opened otherwise. */
export const TryItRequestContext = createContext<TryItRequest | null>(null)
