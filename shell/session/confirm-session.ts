import type { SessionPort } from '@portico/kit/contract/contract.ts'

/**
 * Confirms with the server that the session in the token still exists. If the server can't tell, nothing changes: the
 * token only opens pages, and the server checks every account request. Never rejects.
 */
export async function confirmSession(session: SessionPort): Promise<void> {
  const { authenticated } = session.read()
  if (authenticated === false) return
  try {
    await session.refresh()
  } catch {
    // Where storage is blocked there is no token either, and a page can't wait for ever.
    if (session.read().authenticated === undefined) session.signOut()
  }
}

/** Returns a function that confirms the session with the server, at most once: everyone who asks awaits the same request. */
export function createConfirmation(session: SessionPort): () => Promise<void> {
  let confirmed: Promise<void> | undefined
  return () => {
    confirmed ??= confirmSession(session)
    return confirmed
  }
}

/**
 * Confirms again whenever the visitor returns to the page from the back/forward cache: the browser has not asked the server for it,
 * which may have ended the session since.
 */
export function confirmOnReturn(session: SessionPort, browser: Pick<Window, 'addEventListener'>): void {
  browser.addEventListener('pageshow', ({ persisted }) => persisted && void confirmSession(session))
}
