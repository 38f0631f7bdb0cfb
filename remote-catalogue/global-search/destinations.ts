import type { Host } from '@portico/shared/contract/contract.ts'
import { wordsOf } from '../search/words.ts'

/** A page of the site, or something to do, as the finder lists it. */
export type Place =
  | { readonly kind: 'page'; readonly name: string; readonly to: string; readonly detail: string }
  | { readonly kind: 'action'; readonly name: string; readonly run: () => void }

/** Pages that a signed-in visitor goes to by their address, and actions, which have every word of `text`. */
export function placesFor({ pages, actions = [] }: Pick<Host, 'pages' | 'actions'>, text: string): Place[] {
  const wanted = wordsOf(text)
  const open = pages.filter(
    ({ access, path }) => (access === 'private' || access === 'open') && !/[:*]/.test(path),
  )
  const places: Place[] = [
    ...open.map(
      ({ title, path, summary = '' }): Place => ({ kind: 'page', name: title, to: path, detail: summary }),
    ),
    ...actions.map(({ name, run }): Place => ({ kind: 'action', name, run })),
  ]
  // By their names alone: a summary tells of the very rows that are found beside.
  return places.filter(({ name }) => {
    const words = wordsOf(name)
    return wanted.every((one) => words.some((word) => word.startsWith(one)))
  })
}
