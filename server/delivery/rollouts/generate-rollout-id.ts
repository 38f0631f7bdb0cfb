import { randomBytes } from 'node:crypto'

/** Generates the id of a new rollout. */
export function generateRolloutId(): string {
  return `r-${randomBytes(6).toString('hex')}`
}
