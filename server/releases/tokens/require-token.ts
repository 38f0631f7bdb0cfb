import type { Token, TokenPermission } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { readBearerToken } from '../../http/requests/read-bearer-token.ts'
import { createInvalidProblem } from '../changes/require-active-token.ts'
import { mayRead } from './readable-remotes.ts'
import { findToken } from './token-repository.ts'

/** The permission that a request requires: any token, to read everything, `admin`, or a permission for a remote. */
export type RequiredScope =
  | 'any'
  | 'read'
  | 'admin'
  | { readonly verb: TokenPermission; readonly remote: string }

/**
 * The token in a request's `Authorization: Bearer` header. Throws `token-missing`, `token-invalid` or
 * `insufficient-scope`. A token with any permission for a remote may read that remote.
 */
export async function requireToken(
  db: Db,
  request: Pick<FastifyRequest, 'headers'>,
  required: RequiredScope,
): Promise<Token> {
  const secret = readBearerToken(request)
  if (secret === null)
    throw new Problem('token-missing', { hint: 'Send the header Authorization: Bearer <token>.' })
  const token = await findToken(db, secret)
  if (token === null) throw createInvalidProblem()
  if (!allows(token, required)) throw createScopeProblem(token, required)
  return token
}

function allows(token: Token, required: RequiredScope): boolean {
  const { scopes } = token
  if (required === 'any' || scopes.includes('admin')) return true
  if (required === 'admin') return false
  if (required === 'read') return mayRead(token, null)
  const { verb, remote } = required
  if (verb === 'read') return mayRead(token, remote)
  return scopes.includes(`${verb}:${remote}`) || scopes.includes(`${verb}:*`)
}

function createScopeProblem({ name, scopes }: Token, required: RequiredScope): Problem {
  const wanted = typeof required === 'string' ? required : `${required.verb}:${required.remote}`
  return new Problem('insufficient-scope', {
    detail: `Expected a token with ${wanted}; "${name}" has ${scopes.join(', ')}.`,
    hint: `Ask the site's operator for a token with ${wanted}.`,
  })
}
