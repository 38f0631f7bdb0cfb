import type { Token } from '@portico/protocol/tokens/token-api.ts'

/** The remotes that a token may read, with their releases, rollouts and events; null: everything. */
export function getReadableRemotes({ scopes }: Pick<Token, 'scopes'>): readonly string[] | null {
  if (scopes.some((scope) => scope === 'read' || scope === 'admin' || scope.endsWith(':*'))) return null
  return [...new Set(scopes.map((scope) => scope.slice(scope.indexOf(':') + 1)))]
}

/** Whether a token may read everything, or a remote. */
export function mayRead(token: Pick<Token, 'scopes'>, remote: string | null): boolean {
  const remotes = getReadableRemotes(token)
  return remotes === null || (remote !== null && remotes.includes(remote))
}
