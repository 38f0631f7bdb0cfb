import { SignUpSchema } from '@portico/kit/account/account-api.ts'
import { registerPath } from '@portico/kit/account/account-pages.ts'
import { accountPaths } from '@portico/kit/account/account-paths.ts'
import type { FastifyInstance } from 'fastify'
import type { InferOutput } from 'valibot'
import { Problem } from '../../http/problems/errors.ts'
import { parseBody } from '../../http/requests/parse-body.ts'
import { type AccountContext, startSession } from '../auth/account-context.ts'
import { requireStrongPassword } from '../auth/password-strength.ts'
import { createUsernameTaken, isUsernameTaken, requireAllowedUsername } from '../auth/reserved-usernames.ts'
import { getVisitor } from '../auth/visitor.ts'
import { addFormRoute } from './form-route.ts'
import { endPreviousSession } from './sign-in.ts'
import { sendVerificationEmail } from './verification-email.ts'

const registerPage = { path: registerPath, access: 'auth', keeps: ['username', 'email'] } as const

type SignUp = InferOutput<typeof SignUpSchema>

interface NewUser {
  readonly name: string
  readonly email: string
  readonly username?: string | null | undefined
  readonly displayUsername?: string | null | undefined
}

interface StoredUser extends NewUser {
  readonly id: string
}

/** `POST sign-up`: creates an account and a session, and emails a code. */
export function signUpRoute(app: FastifyInstance, context: AccountContext): void {
  addFormRoute(app, accountPaths.signUp, {
    context,
    page: registerPage,
    async handle(request, reply) {
      const body = parseBody(SignUpSchema, request.body)
      await context.limits.byAddress('sign-up', request.ip)
      const { username, email, password } = body
      requireAllowedUsername(username, context.site.name)
      await requireStrongPassword(password, {
        field: 'password',
        about: [username, email, context.site.name],
      })
      const userId = await createUser(context, body)
      await startSession(context, userId, reply)
      await endPreviousSession(context, request)
      await sendVerificationEmail(context, {
        id: userId,
        email,
        displayUsername: username,
        requester: request.ip,
      })
      reply.code(201)
      return { visitor: await getVisitor(context, userId) }
    },
  })
}

// The response has to reveal that a username or an address is taken, but only a few times an hour for one network
// address, and after the same work as a success, so that its timing reveals nothing more.
async function createUser(context: AccountContext, body: SignUp): Promise<string> {
  const { username, email, password } = body
  const taken = await findConflict(context, body)
  const hash = await context.passwords.hash(password)
  if (taken) throw taken
  await context.limits.byAccount('send-code', email)
  try {
    return await insertUser(context, { name: username, email, username, displayUsername: username }, hash)
  } catch (cause) {
    throw (await findConflict(context, body)) ?? cause // another sign-up was faster
  }
}

/**
 * Replaces an unverified account by the same one with another address and no session. It has a new id, so nothing works for it that was
 * emailed to the old address. Returns the id; throws `email-taken` or `already-verified`.
 */
export async function replaceUnverified(
  context: AccountContext,
  { id, ...user }: StoredUser,
): Promise<string> {
  const { db, limits, sessions } = context
  await limits.byAccount('send-code', user.email)
  if (await isEmailTaken(db, user.email)) throw createEmailTaken()
  const { password } = await db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', id)
    .where('providerId', '=', 'credential')
    .executeTakeFirstOrThrow()
  const { numDeletedRows } = await db
    .deleteFrom('user') // and its sessions
    .where('id', '=', id)
    .where((eb) => eb.not(eb.ref('emailVerified').$castTo<boolean>()))
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Problem('already-verified')
  sessions.forget(id)
  return insertUser(context, user, password)
}

async function insertUser(
  { auth }: AccountContext,
  { name, email, username, displayUsername }: NewUser,
  password: string | null,
): Promise<string> {
  const { internalAdapter } = await auth.$context
  const user = { name, email, username, displayUsername, emailVerified: false }
  const { id } = await internalAdapter.createUser(user, { method: 'email-password' })
  await internalAdapter.linkAccount({ userId: id, providerId: 'credential', accountId: id, password })
  return id
}

async function findConflict({ db }: AccountContext, { username, email }: SignUp): Promise<Problem | null> {
  // First what a visitor needs who has sent the form twice: they have an account.
  if (await isEmailTaken(db, email)) return createEmailTaken()
  return (await isUsernameTaken(db, username)) ? createUsernameTaken() : null
}

async function isEmailTaken(db: AccountContext['db'], email: string): Promise<boolean> {
  return (
    (await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
  )
}

function createEmailTaken(): Problem {
  return new Problem('email-taken', {
    fields: { email: 'There is already an account with this address. Log in, or reset your password.' },
  })
}
