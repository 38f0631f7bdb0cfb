import { timingSafeEqual } from 'node:crypto'

/** Whether bytes are the expected secret ones. The time that it takes says nothing about where they differ. */
export function equalsSecret(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
