import { toAsciiEmail } from '@portico/kit/account/email-address.ts'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import type { AccountContext } from './account-context.ts'

type Authentication = Pick<AccountContext, 'db' | 'limits' | 'passwords'>

export interface PasswordAttempt {
  /** A username or an email address, as it was typed. */
  readonly login: string
  readonly password: string
  readonly address: string
}

interface SiteAttempt extends PasswordAttempt {
  /** The id of the browser, if it has logged in to the account before. Missing: it isn't known. */
  readonly readDevice?: (userId: string) => string | null
}

/**
 * Verifies a login. Returns the user's id; throws `sign-in-failed`, the same for an unknown login as for a wrong password,
 * `too-many-requests` or `server-busy`.
 */
export async function authenticate(
  { db, limits, passwords }: Authentication,
  { login: typed, password, address, readDevice = () => null }: SiteAttempt,
): Promise<string> {
  const login = toAsciiEmail(typed.toLowerCase())
  await limits.byAddress('sign-in', address)
  const user = await findByLogin(db, login)
  const device = user === undefined ? null : readDevice(user.id)
  const owner = { address, isKnown: device !== null }
  passwords.hashFor(owner, passwords.requireRoom) // before the attempt is counted
  const uncountAttempt = await limits.byAttempt({ who: user?.id ?? login, address, device })
  const hash = user?.password
  let isWrong = false
  try {
    // The same work for known and unknown logins.
    isWrong = !(await passwords.hashFor(owner, async () =>
      hash ? passwords.verify({ hash, password }) : passwords.hash(password).then(() => false),
    ))
  } finally {
    if (!isWrong) await uncountAttempt()
  }
  if (user === undefined || isWrong) throw new Problem('sign-in-failed')
  return user.id
}

function findByLogin(db: Db, login: string) {
  return db
    .selectFrom('user')
    .leftJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .select(['user.id', 'account.password'])
    .where(login.includes('@') ? 'user.email' : 'user.username', '=', login)
    .executeTakeFirst()
}
