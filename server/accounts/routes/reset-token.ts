import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { resetWindowMinutes } from '../account-limits.ts'
import type { AccountContext } from '../auth/account-context.ts'

const tokenBytes = 32 // can't be guessed, not even for many accounts at the same time

/** Longer than the limit for requests lasts, so that an address that has reached its limit has a link that works. */
export const resetLinkMinutes = resetWindowMinutes + 15

/** The shape of a token in a link. */
export const ResetTokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) // 32 bytes in base64url

/** Creates a token that sets the password of a user once, by better-auth's `resetPassword`. */
export async function createResetToken({ auth }: AccountContext, userId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const { internalAdapter } = await auth.$context
  const expiresAt = new Date(Date.now() + resetLinkMinutes * 60_000)
  await internalAdapter.createVerificationValue({
    identifier: getIdentifier(token),
    value: userId,
    expiresAt,
  })
  return token
}

/** The user whose password a token sets; null: it is invalid, used or expired. */
export async function findResetUser({ auth, db }: AccountContext, token: string) {
  const { internalAdapter } = await auth.$context
  const stored = await internalAdapter.findVerificationValue(getIdentifier(token))
  if (!stored || stored.expiresAt <= new Date()) return null
  const user = await db
    .selectFrom('user')
    .select(['id', 'email', 'displayUsername'])
    .where('id', '=', stored.value)
    .executeTakeFirst()
  return user ?? null
}

/** Ends every link that was emailed to a user. */
export async function deleteLinks({ db }: AccountContext, userId: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute()
}

const getIdentifier = (token: string) => `reset-password:${token}` // better-auth's, which stores its hash
