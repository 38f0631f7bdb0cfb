import type { Visitor } from '@portico/shared/account/session-response.ts'
import type { SessionPort } from '@portico/shared/contract/contract.ts'
import { type SessionRecord, SessionRecordSchema } from '@portico/shared/session/session-record.ts'
import * as v from 'valibot'
import { readVisitor } from './account-api.ts'
import { AccountFailure, localProblems } from './account-error.ts'

/**
 * Tells the shell who the visitor is after a call that answered `answered`; the shell then opens their pages. Throws
 * `session-not-kept` where the browser does not send the session back.
 */
export async function enter(session: SessionPort, answered: Visitor | null): Promise<void> {
  // The call has succeeded, whatever happens to the question after it: without an answer, the call's own stands.
  const visitor = await readVisitor().catch(() => answered)
  if (visitor === null) throw new AccountFailure({ code: localProblems.sessionNotKept })
  session.signIn(recordOf(visitor))
}

/** What the shell keeps of a visitor: not the address. */
export function recordOf(visitor: Visitor): SessionRecord {
  return v.parse(SessionRecordSchema, visitor)
}
