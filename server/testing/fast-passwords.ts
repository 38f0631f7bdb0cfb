import { createHash } from 'node:crypto'
import type { PasswordAlgorithm } from '../services.ts'

/** Stands in for scrypt in tests that are not about passwords: it takes no time, and protects nothing. */
export const fastPasswords: PasswordAlgorithm = {
  hash: async (password) => hash(password),
  verify: async (given) => hash(given.password) === given.hash,
}

function hash(password: string): string {
  return createHash('sha256').update(password).digest('base64url')
}
