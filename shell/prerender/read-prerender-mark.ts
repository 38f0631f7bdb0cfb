import type { SessionPort } from '@portico/shared/contract/contract.ts'
import { type PrerenderMark, PrerenderMarkSchema } from '@portico/shared/release/prerender.ts'
import * as v from 'valibot'

const MarkSchema = v.pipe(v.string(), v.parseJson(), PrerenderMarkSchema)

/**
 * What the server says of the page that it has put into `container`; null: there is none, or the visitor may not see
 * it, and it is gone. The server sends it to who has no session; only the token tells of one that has ended since.
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
