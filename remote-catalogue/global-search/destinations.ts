import type { Host } from '@portico/shared/contract/contract.ts'
import { splitWords } from '../search/words.ts'

/** Something other than an endpoint that the search finds: a page of the site, or an action. */
export type Destination =
  | { readonly kind: 'page'; readonly name: string; readonly path: string }
  | { readonly kind: 'action'; readonly name: string; readonly run: () => void }

/** The pages a signed-in visitor can open by URL, and the actions, whose names contain every word of `text`. */
export function findDestinations(
  { pages, actions = [] }: Pick<Host, 'pages' | 'actions'>,
  text: string,
): Destination[] {
  const prefixes = splitWords(text)
  const reachable = pages.filter(
    ({ access, path }) => (access === 'private' || access === 'open') && !/[:*]/.test(path),
  )
  const destinations: Destination[] = [
    ...reachable.map(({ title, path }): Destination => ({ kind: 'page', name: title, path })),
    ...actions.map(({ name, run }): Destination => ({ kind: 'action', name, run })),
  ]
  return destinations.filter(({ name }) => {
    const words = splitWords(name)
    return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))
  })
}
