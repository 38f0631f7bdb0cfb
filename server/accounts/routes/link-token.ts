import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { AccountContext } from '../auth/account-context.ts'

const tokenBytes = 32 // can't be guessed, not even for many accounts at the same time

/** What a link in an email does, by the beginning of the identifier under which better-auth stores its hash. */
export const linkPurposes = { reset: 'reset-password:', confirm: 'confirm-link-' } as const // the first is better-auth's own
type Purpose = (typeof linkPurposes)[keyof typeof linkPurposes]

const LinkSchema = v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }) // 32 bytes in base64url

/** The token in a query or a form; null: there is none. */
export function readToken(fields: unknown): string | null {
  const parsed = v.safeParse(LinkSchema, fields)
  return parsed.success ? parsed.output.token : null
}

/** Creates a token that works once for a user, for this time. */
export async function createLinkToken(
  { auth }: AccountContext,
  purpose: Purpose,
  { userId, minutes }: { readonly userId: string; readonly minutes: number },
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const { internalAdapter } = await auth.$context
  const expiresAt = new Date(Date.now() + minutes * 60_000)
  await internalAdapter.createVerificationValue({ identifier: purpose + token, value: userId, expiresAt })
  return token
}

/** The user for whom a token works; null: it is missing, invalid, used or expired. */
export async function findLinkUser({ auth, db }: AccountContext, purpose: Purpose, token: string | null) {
  if (token === null) return null
  const { internalAdapter } = await auth.$context
  const stored = await internalAdapter.findVerificationValue(purpose + token)
  if (!stored || stored.expiresAt <= new Date()) return null
  const user = await db
    .selectFrom('user')
    .select(['id', 'email', 'displayUsername'])
    .where('id', '=', stored.value)
    .executeTakeFirst()
  return user ?? null
}
