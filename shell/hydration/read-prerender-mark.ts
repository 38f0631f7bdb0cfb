import type { Session } from '@portico/kit/contract/contract.ts'
import { getAuthenticated } from '@portico/kit/session/visitor-state.ts'
import { type PrerenderMark, PrerenderMarkSchema } from '@portico/protocol/release/prerender.ts'
import * as v from 'valibot'

const MarkSchema = v.pipe(v.string(), v.parseJson(), PrerenderMarkSchema)

/**
 * Reads what the server prerendered into `container`. null: there is none, or it was rendered for another visitor state
 * and is removed.
 */
export function readPrerenderMark(
  { authenticated }: Pick<Session, 'authenticated'>,
  container: HTMLElement,
): PrerenderMark | null {
  const { prerendered } = container.dataset
  if (prerendered !== undefined) {
    const mark = v.parse(MarkSchema, prerendered)
    if (getAuthenticated(mark.visitor ?? 'signed-out') === authenticated) return mark
  }
  container.replaceChildren()
  return null
}
