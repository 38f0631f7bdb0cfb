import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const idBytes = 6
const secretBytes = 32
const shape = /^portico_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/

/** Generates a token's secret, `portico_<id>_<256 random bits>`: secret scanners recognize the prefix. */
export function generateSecret(): string {
  return `portico_${randomBytes(idBytes).toString('hex')}_${randomBytes(secretBytes).toString('base64url')}`
}

/** The token id in a secret; null: the site did not create it. */
export function parseTokenId(secret: string): string | null {
  return shape.exec(secret)?.[1] ?? null
}

// A fast hash is enough, because 256 random bits can't be guessed.
/** The stored hash of a secret. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether `hash` is the hash of `secret`. */
export function matchesHash(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash))
}
