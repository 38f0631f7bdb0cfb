import { includesPermission, type Token, type TokenPermission } from '@portico/protocol/tokens/token-api.ts'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../database/tables.ts'
import { Problem } from '../../http/problems/errors.ts'
import { readBearerToken } from '../../http/read-bearer-token.ts'
import { createInvalidProblem } from '../changes/require-active-token.ts'
import { findToken } from './token-repository.ts'

/** The permission that a request requires: any token, to read everything, `admin`, or a permission for a remote. */
export type RequiredScope =
  | 'any'
  | 'read'
  | 'admin'
  | { readonly host: string }
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
  if ('host' in required) return scopes.includes(`host:${required.host}`)
  const { verb, remote } = required
  if (verb === 'read') return mayRead(token, remote)
  return includesPermission(scopes, verb, remote)
}

function createScopeProblem({ name, scopes }: Token, required: RequiredScope): Problem {
  const wanted =
    typeof required === 'string'
      ? required
      : 'host' in required
        ? `host:${required.host}`
        : `${required.verb}:${required.remote}`
  return new Problem('insufficient-scope', {
    detail: `Expected a token with ${wanted}; "${name}" has ${scopes.join(', ')}.`,
    hint: `Ask the site's operator for a token with ${wanted}.`,
  })
}

/** The remotes that a token may read, with their releases, rollouts and events; null: everything. */
export function getReadableRemotes({ scopes }: Pick<Token, 'scopes'>): readonly string[] | null {
  if (scopes.some((scope) => scope === 'read' || scope === 'admin' || scope.endsWith(':*'))) return null
  const ofRemotes = scopes.filter((scope) => !scope.startsWith('host:'))
  return [...new Set(ofRemotes.map((scope) => scope.slice(scope.indexOf(':') + 1)))]
}

/** Whether a token may read everything, or a remote. */
function mayRead(token: Pick<Token, 'scopes'>, remote: string | null): boolean {
  const remotes = getReadableRemotes(token)
  return remotes === null || (remote !== null && remotes.includes(remote))
}
