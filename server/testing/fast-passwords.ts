import { createHash } from 'node:crypto'
import type { PasswordAlgorithm } from '../accounts/auth/passwords.ts'

/** Replaces scrypt in tests that are not about passwords: fast and insecure. */
export const fastPasswords: PasswordAlgorithm = {
  hash: async (password) => hash(password),
  verify: async (given) => hash(given.password) === given.hash,
}

function hash(password: string): string {
  return createHash('sha256').update(password).digest('base64url')
}
