import { accountPaths } from '@portico/shared/account/account-paths.ts'
import { SessionResponseSchema, type Visitor } from '@portico/shared/account/session-response.ts'
import * as v from 'valibot'

/** Longer than any response that still succeeds, and shorter than a visitor waits before trying again. */
const timeoutMs = 30_000

/**
 * Reads the visitor of the session cookie from the server; null: nobody is signed in. Rejects with a `TypeError` if the
 * server is unreachable, a `TimeoutError` if it is too slow, and another error for an unexpected response.
 */
export async function fetchSession(fetch: typeof globalThis.fetch): Promise<Visitor | null> {
  const response = await fetch(accountPaths.session, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`GET ${accountPaths.session} responded with ${response.status}.`)
  return v.parse(SessionResponseSchema, await response.json()).visitor
}
