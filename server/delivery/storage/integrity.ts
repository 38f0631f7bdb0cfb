import { createHash } from 'node:crypto'

/** What `bytes` hash to, in the algorithm of `expected`: what was published long ago has SHA-384, else SHA-256. */
export function integrityOf(bytes: Buffer, expected: string): string {
  const algorithm = expected.startsWith('sha384-') ? 'sha384' : 'sha256'
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

/** Whether `bytes` are those that were published. */
export function isSound(bytes: Buffer, integrity: string): boolean {
  return integrityOf(bytes, integrity) === integrity
}
