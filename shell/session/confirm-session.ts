import type { SessionPort } from '@portico/shared/contract/contract.ts'

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
