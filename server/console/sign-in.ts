import { SignInSchema } from '@portico/protocol/tokens/console-session.ts'
import type { Token } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyRequest } from 'fastify'
import type { InferOutput } from 'valibot'
import type { PasswordAttempt } from '../accounts/auth/authenticate.ts'
import { Problem } from '../http/problems/errors.ts'
import { parseBody } from '../http/requests/parse-body.ts'
import { createInvalidProblem } from '../releases/changes/require-active-token.ts'
import type { ReleaseStorage } from '../releases/storage/release-store.ts'
import { readAdminToken } from '../releases/tokens/admin-token.ts'
import { isSessionSecret } from '../releases/tokens/console-sessions.ts'
import { findToken } from '../releases/tokens/token-repository.ts'
import { findGrant } from './grant-repository.ts'
import type { SignInCode } from './sign-in-code.ts'

/** What signing in needs of the site. */
export interface SignInServices extends ReleaseStorage {
  /** Returns the user's id; throws as `authenticate` does. */
  readonly verifyPassword: (attempt: PasswordAttempt) => Promise<string>
  /** null: the site isn't a local one. */
  readonly code: SignInCode | null
}

/**
 * The token as which someone signs in with a token, an account or a code. Throws `token-invalid`, `sign-in-failed`, `code-invalid`, or
 * `insufficient-scope` for an account without a grant.
 */
export async function findSignedIn(services: SignInServices, request: FastifyRequest): Promise<Token> {
  const body = parseBody(SignInSchema, request.body)
  if ('username' in body) return findByAccount(services, body, request.ip)
  if ('token' in body) return findBySecret(services, body.token.trim())
  if (services.code?.use(body.code) !== true)
    throw new Problem('code-invalid', {
      hint: 'The link signs in once, within 24 hours. Restart the site for a new one, or sign in with a token.',
    })
  return findBySecret(services, readAdminToken(services.configuration.dataDir) ?? '')
}

async function findBySecret({ db }: SignInServices, secret: string): Promise<Token> {
  // Otherwise a session could be extended for ever.
  const token = isSessionSecret(secret) ? null : await findToken(db, secret)
  if (token === null) throw createInvalidProblem()
  return token
}

type Login = Extract<InferOutput<typeof SignInSchema>, { username: string }>

async function findByAccount(
  { db, verifyPassword }: SignInServices,
  { username, password }: Login,
  address: string,
): Promise<Token> {
  const userId = await verifyPassword({ login: username, password, address }).catch((cause: unknown) => {
    if (!(cause instanceof Problem) || cause.code !== 'sign-in-failed') throw cause
    throw new Problem('sign-in-failed', {
      hint: 'Check both. An account without a password can’t sign in here: use a token instead.',
    })
  })
  const grant = await findGrant(db, userId)
  if (grant !== null) return grant
  throw new Problem('insufficient-scope', {
    detail: 'This account may not use the console.',
    hint: 'Ask the site’s operator to run `npm run release -- grant <username> --scopes read`.',
  })
}
