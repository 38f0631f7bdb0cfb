import type { RemotePage } from '@portico/shared/release/manifest.ts'
import type { VisitorState } from '@portico/shared/session/visitor-state.ts'

/** The state of a visitor as far as the server knows; `unknown`: there is a session cookie, and no database to check it. */
export type KnownState = VisitorState | 'unknown'

const visitors: Readonly<Record<RemotePage['access'], readonly KnownState[]>> = {
  open: ['signed-out', 'signed-in'],
  auth: ['signed-out'],
  verify: ['unverified'],
  logout: ['unverified', 'signed-in'],
  private: ['signed-in'],
}

/** Whether a visitor in this state may see a page (specification, section 2), even where no redirect can lead away from it. */
export function mayOpen({ access }: Pick<RemotePage, 'access'>, state: KnownState): boolean {
  return visitors[access].includes(state)
}

/** Whether to preload the code of a page: it isn't secret, and whoever has a session cookie is probably signed in. */
export function mayPreload({ access }: Pick<RemotePage, 'access'>, state: KnownState): boolean {
  return state === 'unknown' ? access !== 'auth' : mayOpen({ access }, state)
}
