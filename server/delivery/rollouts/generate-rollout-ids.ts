import { randomBytes } from 'node:crypto'

/** Generates the id and the bucketing salt of a new rollout. */
export function generateRolloutIds(): { readonly id: string; readonly salt: string } {
  return { id: `r-${randomBytes(6).toString('hex')}`, salt: randomBytes(8).toString('hex') }
}
