import { randomBytes } from 'node:crypto'

/** What is random of a new rollout: its name, and the 64 bits that decide who comes first. */
export function newRollout(): { readonly id: string; readonly salt: string } {
  return { id: `r-${randomBytes(6).toString('hex')}`, salt: randomBytes(8).toString('hex') }
}
