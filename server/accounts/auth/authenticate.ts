import { toAsciiEmail } from '@portico/kit/account/email-address.ts'
import { APIError } from 'better-auth/api'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { AccountContext } from './account-context.ts'

type Authentication = Pick<AccountContext, 'auth' | 'db' | 'limits' | 'passwords'>

/** Someone who tries to log in. */
export interface PasswordAttempt {
  /** A username or an email address, as it was typed. */
  readonly login: string
  readonly password: string
  readonly address: string
}

interface SiteAttempt extends PasswordAttempt {
  /** The id of the browser, if it has logged in to the account before. */
  readonly readDevice: (userId: string) => string | null
}

/**
 * Verifies a login and starts a session of better-auth for it. Throws `sign-in-failed`, the same for an unknown login as for a
 * wrong password, `too-many-requests` or `server-busy`.
 */
export async function authenticate(
  { auth, db, limits, passwords }: Authentication,
  { login: typed, password, address, readDevice }: SiteAttempt,
) {
  const login = toAsciiEmail(typed.toLowerCase())
  await limits.byAddress('sign-in', address)
  const user = await findByLogin(db, login)
  const device = user === undefined ? null : readDevice(user.id)
  const owner = { address, isKnown: device !== null }
  passwords.hashFor(owner, passwords.requireRoom) // before the attempt is counted
  const uncountAttempt = await limits.byAttempt({ who: user?.id ?? login, address, device })
  // The same path for known and unknown logins: better-auth hashes the password for an unknown address as well.
  const body = { email: user?.email ?? 'nobody@portico.invalid', password }
  const signedIn = await passwords
    .hashFor(owner, () => auth.api.signInEmail({ body, returnHeaders: true }))
    .catch(async (cause: unknown) => {
      const problem = toSignInProblem(cause)
      if (problem === cause) await uncountAttempt()
      throw problem
    })
  await uncountAttempt()
  return signedIn
}

/** Verifies a login, as `authenticate` does, but leaves no session. Returns the user's id. */
export async function verifyPassword(context: Authentication, attempt: PasswordAttempt): Promise<string> {
  const { response } = await authenticate(context, { ...attempt, readDevice: () => null })
  const { internalAdapter } = await context.auth.$context
  await internalAdapter.deleteSession(response.token)
  return response.user.id
}

function findByLogin(db: Db, login: string) {
  const column = login.includes('@') ? 'email' : 'username'
  return db.selectFrom('user').select(['id', 'email']).where(column, '=', login).executeTakeFirst()
}

/** `sign-in-failed` if the password was wrong, otherwise the same error. */
function toSignInProblem(cause: unknown): unknown {
  return cause instanceof APIError && cause.statusCode < 500 ? new Problem('sign-in-failed') : cause
}
