import type { Db } from '../database/tables.ts'
import { Problem } from '../http/problems/errors.ts'
import { findGrant, nameGrant } from './grant-repository.ts'
import type { SignInAccount } from './sign-in.ts'

interface Attempt {
  readonly login: string
  readonly password: string
  readonly address: string
}

interface AccountServices {
  readonly db: Db
  /** Returns the user's id; throws as `authenticate` does. */
  readonly verifyPassword: (attempt: Attempt) => Promise<string>
}

/** Signing in to the console with an account of the site. */
export function createAccountSignIn({ db, verifyPassword }: AccountServices): SignInAccount {
  return async ({ username, password }, address) => {
    const userId = await verifyPassword({ login: username, password, address }).catch((cause: unknown) => {
      if (!(cause instanceof Problem) || cause.code !== 'sign-in-failed') throw cause
      throw new Problem('sign-in-failed', {
        hint: 'Check both. An account without a password can’t sign in here: use a token instead.',
      })
    })
    await nameGrant(db, userId)
    const grant = await findGrant(db, userId)
    if (grant !== null) return grant
    throw new Problem('insufficient-scope', {
      detail: 'This account may not use the console.',
      hint: 'Ask the site’s operator to run `npm run release -- grant <username> --scopes read`.',
    })
  }
}
