import { createHash } from 'node:crypto'

/** The hash of `bytes` in the algorithm of `expected`: SHA-384 for old releases, otherwise SHA-256. */
export function computeIntegrity(bytes: Buffer, expected: string): string {
  const algorithm = expected.startsWith('sha384-') ? 'sha384' : 'sha256'
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

/** Whether `bytes` are the published ones. */
export function hasIntegrity(bytes: Buffer, integrity: string): boolean {
  return computeIntegrity(bytes, integrity) === integrity
}
