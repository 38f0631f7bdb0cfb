import type { SessionPort } from '@portico/shared/contract/contract.ts'
import { type AheadMark, AheadMarkSchema } from '@portico/shared/release/ahead.ts'
import * as v from 'valibot'

const MarkSchema = v.pipe(v.string(), v.parseJson(), AheadMarkSchema)

/**
 * What the server says of the page that it has put into `container`; null: there is none, or the visitor may not see
 * it, and it is gone. The server sends it to who has no session; only the token tells of one that has ended since.
 */
export function aheadFor(session: Pick<SessionPort, 'read'>, container: HTMLElement): AheadMark | null {
  const { ahead } = container.dataset
  if (ahead !== undefined && session.read().authenticated !== null) return v.parse(MarkSchema, ahead)
  container.replaceChildren()
  return null
}
