import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { SessionResponseSchema } from '@portico/shared/account/session-response.ts'
import * as v from 'valibot'
import type { SessionStore } from './session-store.ts'

/**
 * Asks the server whether the session that the token tells of still stands. A server that cannot be reached, or
 * answers something else, changes nothing: the token only opens screens, every account call is checked there.
 */
export async function refreshSession(session: SessionStore, fetchAnswer: typeof fetch): Promise<void> {
  const asked = session.read()
  if (asked.authenticated === false) return
  const visitor = await askServer(fetchAnswer)
  if (session.read() !== asked) return // Signed in or out meanwhile: the answer may be the older news.
  if (visitor === undefined) {
    if (asked.authenticated === undefined) session.signOut()
  } else if (visitor === null) {
    session.signOut()
  } else {
    const { username, done, isVerify, github, gmail } = visitor
    session.signIn({ username, done, isVerify, github, gmail })
  }
}

async function askServer(fetchAnswer: typeof fetch) {
  try {
    const response = await fetchAnswer(accountPaths.session, { headers: { accept: 'application/json' } })
    if (!response.ok) return undefined
    const parsed = v.safeParse(SessionResponseSchema, await response.json())
    return parsed.success ? parsed.output.visitor : undefined
  } catch {
    return undefined // Offline, or no JSON.
  }
}
