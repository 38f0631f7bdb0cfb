import { createHash } from 'node:crypto'

/**
 * Returns the integrity hash of `data`: `sha256-<base64>`. If the `expected` hash is given, uses its algorithm: older
 * releases have SHA-384. Runs on Node only.
 */
export function computeIntegrity(data: string | Uint8Array, expected = ''): string {
  const algorithm = expected.startsWith('sha384-') ? 'sha384' : 'sha256'
  return `${algorithm}-${createHash(algorithm).update(data).digest('base64')}`
}

/** Whether `data` has this integrity hash. */
export function hasIntegrity(data: string | Uint8Array, integrity: string): boolean {
  return computeIntegrity(data, integrity) === integrity
}
