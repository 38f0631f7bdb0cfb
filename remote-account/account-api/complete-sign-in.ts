import type { Visitor } from '@portico/shared/account/session-response.ts'
import type { SessionPort } from '@portico/shared/contract/contract.ts'
import { type SessionRecord, SessionRecordSchema } from '@portico/shared/session/session-record.ts'
import * as v from 'valibot'
import { AccountFailure, localProblems } from './account-error.ts'
import { codeFor } from './send-request.ts'

/**
 * Tells the shell who the visitor is after a call that answered `answered`; the shell then opens their pages. Throws
 * `session-not-kept` where the browser does not send the session back.
 */
export async function enter(session: SessionPort, answered: Visitor | null): Promise<void> {
  // The call has succeeded, whatever happens to the question after it: without an answer, the call's own stands.
  const visitor = await session.refresh().catch(() => {
    if (answered !== null) session.signIn(recordOf(answered))
    return answered
  })
  if (visitor === null) throw new AccountFailure({ code: localProblems.sessionNotKept })
}

/** Reads the session again; null: nobody is signed in. Throws an `AccountFailure`. */
export async function refreshSession(session: SessionPort): Promise<Visitor | null> {
  try {
    return await session.refresh()
  } catch (cause) {
    const hasNoResponse = cause instanceof TypeError || cause instanceof DOMException
    throw new AccountFailure({ code: hasNoResponse ? codeFor(cause) : localProblems.unavailable }, cause)
  }
}

/** What the shell keeps of a visitor: not the address. */
export function recordOf(visitor: Visitor): SessionRecord {
  return v.parse(SessionRecordSchema, visitor)
}
