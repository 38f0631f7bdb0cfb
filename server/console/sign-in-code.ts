import { randomBytes } from 'node:crypto'
import { equalsSecret } from '../http/signature.ts'

const codeBytes = 32
const lifetimeMs = 24 * 3_600_000

/** A code that signs in once, within 24 hours. It exists only in memory. */
export interface SignInCode {
  /** For the address that the owner opens. */
  readonly text: string
  /** Whether a text is the code. From then on, nothing is. */
  use(text: string): boolean
}

/** Creates a code. */
export function createSignInCode(): SignInCode {
  const text = randomBytes(codeBytes).toString('base64url')
  const expiresAt = Date.now() + lifetimeMs
  let isUsed = false
  return {
    text,
    use(given) {
      if (isUsed || Date.now() > expiresAt || !equalsSecret(Buffer.from(given), Buffer.from(text)))
        return false
      isUsed = true
      return true
    },
  }
}
