import type { ProfileResponse } from '@portico/kit/account/account-api.ts'
import type { Db } from '../../database/tables.ts'
import { getVisitor } from './visitor.ts'

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
