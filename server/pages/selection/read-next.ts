import { getNextName } from '@portico/protocol/session/next-page.ts'
import type { MatchedPage, RemoteSelection } from './match-page.ts'

/** What a page passes on from its address, and shows of it. */
export interface NextValues {
  /** The value of `?next=`, unvalidated. */
  readonly next: string
  /** What the page calls the one behind it; null: it doesn't mention it. */
  readonly name: string | null
}

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
