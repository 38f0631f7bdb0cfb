import { getNextName } from '@portico/protocol/session/next-page.ts'
import type { NextValues } from '@portico/protocol/template/parts.ts'
import type { RemoteSelection } from '../../rollouts/selection/select-releases.ts'
import type { MatchedPage } from './match-page.ts'

/** Reads what a page needs of `address`, a path and query; null: the page passes nothing on, or there is nothing. */
export function readNext(
  { page }: MatchedPage,
  address: string,
  remotes: readonly RemoteSelection[],
): NextValues | null {
  if (typeof page.prerender !== 'object' || page.prerender.next !== true) return null
  const next = new URLSearchParams(address.replace(/^[^?]*/, '')).get('next')
  if (next === null) return null
  // The same pages in the same order as in the shell (create-host.ts): hydration renders the same name.
  return {
    next,
    name: getNextName(
      remotes.flatMap(({ release }) => release.pages),
      address,
    ),
  }
}
