import type { ConsoleSession } from '@portico/protocol/tokens/console-session.ts'
import { includesPermission, type TokenPermission } from '@portico/protocol/tokens/token-api.ts'

/** The scope that an action on a remote requires and the session lacks, such as `rollback:catalogue`; null: it may. The server decides. */
export function getMissingScope(
  session: Pick<ConsoleSession, 'scopes'> | null | undefined,
  verb: TokenPermission,
  remote: string,
): string | null {
  return includesPermission(session?.scopes ?? [], verb, remote) ? null : `${verb}:${remote}`
}
