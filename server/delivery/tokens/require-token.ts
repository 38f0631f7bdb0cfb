import type { Token, TokenPermission } from '@portico/shared/release/token-api.ts'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { findToken } from './token-repository.ts'

/** What a call needs: `read` and `admin`, or a verb on a remote. */
export type RequiredScope = 'read' | 'admin' | { readonly verb: TokenPermission; readonly remote: string }

/**
 * The token that a call brings as `Authorization: Bearer`. Throws `token-missing`, `token-invalid` or `insufficient-scope`.
 * Whoever may do anything may read.
 */
export async function requireToken(
  db: Kysely<Tables>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  needed: RequiredScope,
): Promise<Token> {
  const secret = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (secret === undefined)
    throw new Problem('token-missing', { hint: 'Send the header Authorization: Bearer <token>.' })
  const token = await findToken(db, secret)
  if (token === null)
    throw new Problem('token-invalid', {
      hint: 'Ask whoever runs the site for a new one: npm run release -- token.',
    })
  if (!token.scopes.some((scope) => allows(scope, needed))) throw scopeMissing(token, needed)
  return token
}

function allows(scope: string, needed: RequiredScope): boolean {
  if (scope === 'admin' || needed === 'read') return true
  if (needed === 'admin') return false
  return scope === `${needed.verb}:${needed.remote}` || scope === `${needed.verb}:*`
}

function scopeMissing({ name, scopes }: Token, needed: RequiredScope): Problem {
  const wanted = typeof needed === 'string' ? needed : `${needed.verb}:${needed.remote}`
  return new Problem('insufficient-scope', {
    detail: `Expected a token with ${wanted}; "${name}" has ${scopes.join(', ')}.`,
    hint: `Ask whoever runs the site for a token with ${wanted}.`,
  })
}
