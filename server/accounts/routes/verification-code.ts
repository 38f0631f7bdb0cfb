import { createHmac, randomInt } from 'node:crypto'
import { codeMinutes } from '../account-limits.ts'
import type { AccountContext } from '../auth/account-context.ts'

const digits = 6

const getIdentifier = (userId: string) => `verification-code-${userId}`

// Six digits can be guessed from a plain hash; this one reveals nothing without the secret.
function toDigest({ configuration: { secret } }: AccountContext, code: string): string {
  return createHmac('sha256', secret).update(code).digest('base64url')
}

/** Creates the code that verifies a user's address, and ends the previous one. */
export async function createCode(context: AccountContext, userId: string): Promise<string> {
  const code = String(randomInt(10 ** digits)).padStart(digits, '0')
  const { internalAdapter } = await context.auth.$context
  await internalAdapter.deleteVerificationByIdentifier(getIdentifier(userId))
  await internalAdapter.createVerificationValue({
    identifier: getIdentifier(userId),
    value: toDigest(context, code),
    expiresAt: new Date(Date.now() + codeMinutes * 60_000),
  })
  return code
}

/** Whether it is the user's latest code, and has not expired. */
export async function isCodeRight(context: AccountContext, userId: string, code: string): Promise<boolean> {
  const { internalAdapter } = await context.auth.$context
  const stored = await internalAdapter.findVerificationValue(getIdentifier(userId))
  return stored !== null && stored.expiresAt > new Date() && stored.value === toDigest(context, code)
}
