import { SignInSchema } from '@portico/protocol/tokens/console-session.ts'
import type { Token } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyRequest } from 'fastify'
import type { InferOutput } from 'valibot'
import { Problem } from '../http/problems/errors.ts'
import { parseBody } from '../http/requests/parse-body.ts'
import { createInvalidProblem } from '../releases/changes/require-active-token.ts'
import type { ReleaseStorage } from '../releases/storage/release-store.ts'
import { readAdminToken } from '../releases/tokens/admin-token.ts'
import { isSessionSecret } from '../releases/tokens/console-sessions.ts'
import { findToken } from '../releases/tokens/token-repository.ts'
import type { SignInCode } from './sign-in-code.ts'

/** The token of an account that may use the console. Throws `sign-in-failed`, or `insufficient-scope` without a grant. */
export type SignInAccount = (login: Login, address: string) => Promise<Token>

type Login = Extract<InferOutput<typeof SignInSchema>, { username: string }>

export interface SignInServices extends ReleaseStorage {
  /** null: there are no accounts. */
  readonly signInAccount: SignInAccount | null
  /** null: the site isn't a local one. */
  readonly code: SignInCode | null
}

/**
 * The token as which someone signs in with a token, an account or a code. Throws `token-invalid`, `sign-in-failed`, `code-invalid`, or
 * `insufficient-scope` for an account without a grant.
 */
export async function findSignedIn(services: SignInServices, request: FastifyRequest): Promise<Token> {
  const body = parseBody(SignInSchema, request.body)
  if ('username' in body) {
    if (services.signInAccount === null)
      throw new Problem('sign-in-failed', { hint: 'There are no accounts here. Sign in with a token.' })
    return services.signInAccount(body, request.ip)
  }
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
