import { domainToUnicode } from 'node:url'
import type { ProfileResponse } from '@portico/kit/account/account-api.ts'
import { foldText } from '@portico/kit/fold-text.ts'
import type { SessionRecord, Visitor } from '@portico/kit/session/session-record.ts'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { isUsernameAllowed } from './reserved-usernames.ts'

/** The visitor with this user id, read from the database. Throws `not-signed-in` if the user no longer exists. */
export async function getVisitor(context: { readonly db: Db }, userId: string): Promise<Visitor> {
  const user = await context.db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'displayUsername', 'username', 'mailConfirmed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) throw new Problem('not-signed-in')
  return toVisitor(context, user)
}

interface User {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly displayUsername?: string | null | undefined
  readonly username?: string | null | undefined
  readonly mailConfirmed?: boolean | number | null | undefined
}

/** The visitor whose user better-auth has read. */
export async function toVisitor(context: { readonly db: Db }, user: User): Promise<Visitor> {
  return { ...(await toSessionRecord(context, user)), email: toUnicodeEmail(user.email) }
}

/** What pages know about that visitor. */
export async function toSessionRecord(
  { db }: { readonly db: Db },
  user: Omit<User, 'email'>,
): Promise<SessionRecord> {
  const accounts = await db.selectFrom('account').select('providerId').where('userId', '=', user.id).execute()
  // A provider account is only linked if the provider has verified its address: see provider-configs.ts.
  const has = (provider: string) => accounts.some(({ providerId }) => providerId === provider)
  return {
    username: user.displayUsername ?? user.username ?? suggestUsername(user.name),
    done: Boolean(user.username),
    isVerify: Boolean(user.mailConfirmed),
    github: has('github'),
    gmail: has('google'),
  }
}

function suggestUsername(name: string): string {
  const allowed = foldText(name)
    .replace(/\s+/g, '.')
    .replace(/[^a-z0-9_.]/g, '')
    .slice(0, 30)
  return isUsernameAllowed(allowed) ? allowed : 'visitor'
}

/** An address as its owner reads it: `ada@exämple.com`, stored as `ada@xn--exmple-cua.com`. */
export function toUnicodeEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at)}@${domainToUnicode(email.slice(at + 1))}`
}

/** The profile of a user. Throws `not-signed-in` if they no longer exist. */
export async function getProfile(context: { readonly db: Db }, userId: string): Promise<ProfileResponse> {
  const visitor = await getVisitor(context, userId)
  const { name, createdAt } = await context.db
    .selectFrom('user')
    .select(['name', 'createdAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const password = await context.db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  const profile = { name, hasPassword: password !== undefined, createdAt: new Date(createdAt).toISOString() }
  return { visitor, profile }
}
