import { accountPaths } from '@portico/shared/account/account-paths.ts'
import type { Visitor } from '@portico/shared/account/session-response.ts'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../http/problems/errors.ts'
import type { Services } from '../../services.ts'
import { type AccountContext, readSession } from '../auth/account-context.ts'

/** `GET session`: who the session cookie names, or null. */
export function sessionRoute(app: FastifyInstance, context: AccountContext): void {
  app.get(accountPaths.session, async (request, reply) => {
    const session = await readSession(context, request, reply)
    return { visitor: session === null ? null : await visitorOf(context, session.user) }
  })
}

/** The visitor with this user id, read anew. Throws `not-signed-in` where the user is gone. */
export async function getVisitor(context: Pick<Services, 'db'>, userId: string): Promise<Visitor> {
  const user = await context.db
    .selectFrom('user')
    .select(['id', 'name', 'email', 'displayUsername', 'username', 'mailConfirmed'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) throw new Problem('not-signed-in')
  return visitorOf(context, user)
}

interface User {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly displayUsername?: string | null | undefined
  readonly username?: string | null | undefined
  readonly mailConfirmed?: boolean | number | null | undefined
}

async function visitorOf({ db }: Pick<Services, 'db'>, user: User): Promise<Visitor> {
  const accounts = await db.selectFrom('account').select('providerId').where('userId', '=', user.id).execute()
  // A provider account is only ever linked with an address that the provider has confirmed: see provider-configs.ts.
  const has = (provider: string) => accounts.some(({ providerId }) => providerId === provider)
  return {
    username: user.displayUsername ?? user.username ?? suggestedUsername(user.name),
    done: Boolean(user.username),
    isVerify: Boolean(user.mailConfirmed),
    github: has('github'),
    gmail: has('google'),
    email: user.email,
  }
}

/** A valid username after a person's name, to be chosen or changed. */
function suggestedUsername(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  const allowed = plain
    .replace(/\s+/g, '.')
    .replace(/[^a-z0-9_.]/g, '')
    .slice(0, 30)
  return allowed.length >= 3 ? allowed : 'visitor'
}
