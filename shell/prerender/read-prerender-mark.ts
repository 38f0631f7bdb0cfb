import type { SessionPort } from '@portico/shared/contract/contract.ts'
import { type PrerenderMark, PrerenderMarkSchema } from '@portico/shared/release/prerender.ts'
import * as v from 'valibot'

const MarkSchema = v.pipe(v.string(), v.parseJson(), PrerenderMarkSchema)

/**
 * Reads what the server prerendered into `container`. Returns null if there is nothing, or if the visitor may not see it;
 * then it is removed. The server prerenders for signed-out visitors, but an unverified visitor may still have a token.
 */
export function readPrerenderMark(
  session: Pick<SessionPort, 'read'>,
  container: HTMLElement,
): PrerenderMark | null {
  const { prerendered } = container.dataset
  if (prerendered !== undefined && session.read().authenticated !== null)
    return v.parse(MarkSchema, prerendered)
  container.replaceChildren()
  return null
}
