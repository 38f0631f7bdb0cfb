import type { SessionStore } from './session-store.ts'

type ConfirmedSession = Pick<SessionStore, 'read' | 'refresh' | 'signOut'>

/**
 * Confirms with the server that the session in the token still exists. If the server can't tell, nothing changes: the
 * token only opens pages, and the server checks every account request. Never rejects.
 */
export async function confirmSession(session: ConfirmedSession, signal?: AbortSignal): Promise<void> {
  const { authenticated } = session.read()
  if (authenticated === false) return
  try {
    await session.refresh(signal)
  } catch {
    // Where storage is blocked there is no token either, and a page can't wait for ever.
    if (session.read().authenticated === undefined && !signal?.aborted) session.signOut()
  }
}

/**
 * Returns a function that confirms the session with the server: everyone who asks meanwhile awaits the same request. A page that
 * is left stops asking, because a request can keep it out of the back/forward cache, and its answer would be old. When the visitor
 * returns to it from there, it asks: the server may have ended the session since.
 */
export function createConfirmation(
  session: ConfirmedSession,
  browser: Pick<Window, 'addEventListener'>,
): () => Promise<void> {
  let leaving = new AbortController()
  let confirming: Promise<void> | null = null
  const confirm = () => {
    if (confirming !== null) return confirming
    const started = confirmSession(session, leaving.signal).finally(() => {
      if (confirming === started) confirming = null
    })
    confirming = started
    return started
  }
  browser.addEventListener('pagehide', () => leaving.abort())
  browser.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    leaving = new AbortController()
    confirming = null // What was aborted has not ended yet.
    void confirm()
  })
  return confirm
}
