import type { RemotePage } from '@portico/shared/release/manifest.ts'
import { mayOpen } from '@portico/shared/session/access.ts'
import { getAuthenticated, type VisitorState } from '@portico/shared/session/visitor-state.ts'

/** The state of a visitor as far as the server knows; `unknown`: there is a session cookie, and no database to check it. */
export type KnownState = VisitorState | 'unknown'

/** Whether to preload the code of a page: it isn't secret, and whoever has a session cookie is probably signed in. */
export function mayPreload(page: Pick<RemotePage, 'access'>, state: KnownState): boolean {
  return state === 'unknown' ? page.access !== 'auth' : mayOpen(page, getAuthenticated(state))
}
