import type { Host, SessionPort } from '@portico/kit/contract/contract.ts'
import type { Visitor } from '@portico/kit/session/session-record.ts'
import { verifiedMessage } from '@portico/kit/session/verified-message.ts'
import { throwNetworkError } from './account-api.ts'
import { AccountError, clientProblems } from './account-error.ts'

/**
 * Lets the shell read the session after a successful sign-in; the shell then opens the visitor's pages. Throws
 * `notKept` where the browser doesn't send the session cookie back.
 */
export async function completeSignIn(
  session: SessionPort,
  responded: Visitor | null,
  notKept: string = clientProblems.sessionNotKept,
): Promise<void> {
  const visitor = await session.refresh().catch(() => {
    // The sign-in has succeeded: if the session can't be read now, keep the sign-in's response.
    if (responded !== null) session.signIn(responded)
    return responded
  })
  if (visitor === null) throw new AccountError({ code: notKept })
}

/** Lets the shell read the session after the visitor's email was verified, and says so on the page that opens next. */
export async function completeVerification(
  { session, showMessage }: Host,
  responded: Visitor | null,
): Promise<void> {
  showMessage?.(verifiedMessage)
  await completeSignIn(session, responded)
}

/** Lets the shell read the session again; null: nobody is signed in. Throws an `AccountError`. */
export async function refreshSession(session: SessionPort): Promise<Visitor | null> {
  try {
    return await session.refresh()
  } catch (cause) {
    if (cause instanceof TypeError || cause instanceof DOMException) throwNetworkError(cause)
    throw new AccountError({ code: clientProblems.unavailable }, cause)
  }
}
