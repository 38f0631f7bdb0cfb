import type { SessionPort } from '@portico/shared/contract/contract.ts'
import { type PrerenderMark, PrerenderMarkSchema } from '@portico/shared/release/prerender.ts'
import * as v from 'valibot'

const MarkSchema = v.pipe(v.string(), v.parseJson(), PrerenderMarkSchema)

/**
 * Reads what the server prerendered into `container`. Resolves with null if there is nothing, or if the visitor may not see
 * it; then it is removed. The server prerenders for visitors without a session, so an unverified visitor's may have ended:
 * `confirmSession` finds out while the page stays.
 */
export async function readPrerenderMark(
  session: Pick<SessionPort, 'read'>,
  container: HTMLElement,
  confirmSession: () => Promise<void>,
): Promise<PrerenderMark | null> {
  const { prerendered } = container.dataset
  if (prerendered !== undefined) {
    if (session.read().authenticated === null) await confirmSession()
    if (session.read().authenticated !== null) return v.parse(MarkSchema, prerendered)
  }
  container.replaceChildren()
  return null
}
