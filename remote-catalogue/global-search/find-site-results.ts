import type { Destination, Host } from '@portico/kit/contract/contract.ts'
import { matchesTerm, parseTerms } from '../search/match-words.ts'
import { splitWords } from '../search/words.ts'

/** A search result other than an endpoint: an address of the site, or an action. */
export type SiteResult =
  | { readonly kind: 'page'; readonly name: string; readonly path: string }
  | { readonly kind: 'action'; readonly name: string; readonly run: () => void }

/** The pages, destinations and actions of a signed-in visitor with every word of `text` in their name or keywords. */
export function findSiteResults(
  { pages, actions = [] }: Pick<Host, 'pages' | 'actions'>,
  destinations: readonly Destination[],
  text: string,
): SiteResult[] {
  const terms = parseTerms(text).filter(({ isRequired }) => isRequired)
  if (terms.length === 0 && text.trim() !== '') return []
  const isFound = ({ name, keywords = [] }: Pick<Destination, 'name' | 'keywords'>) => {
    const words = splitWords([name, ...keywords].join(' '))
    return terms.every((term) => words.some((word) => matchesTerm(term, word)))
  }
  const addresses = [...getReachablePages(pages), ...destinations]
  return [
    ...addresses.filter(isFound).map(({ name, path }): SiteResult => ({ kind: 'page', name, path })),
    ...actions.filter(isFound).map(({ name, run }): SiteResult => ({ kind: 'action', name, run })),
  ]
}

/**
 * The pages that can be opened by URL, main pages first; of pages with the same title, such as `/` and `/home`, the first.
 */
function getReachablePages(pages: Host['pages']): Destination[] {
  const reachable = pages.filter(
    ({ access, path }) => (access === 'private' || access === 'open') && !/[:*]/.test(path),
  )
  const byTitle = new Map(reachable.toReversed().map((page) => [page.title, page]))
  return reachable
    .filter((page) => byTitle.get(page.title) === page)
    .map(({ title, path }) => ({ name: title, path }))
    .toSorted((a, b) => getDepth(a.path) - getDepth(b.path))
}

function getDepth(path: string): number {
  return path.split('/').filter(Boolean).length
}
