import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { hasParameters, overlaps } from '../release/page-paths.ts'
import { getNext } from './access.ts'

/**
 * The name, in a sentence, of the page that the address `from` passes on in `?next=`, such as `the API catalogue`.
 * null: everyone may open it, or there is none.
 */
export function getNextName(
  pages: readonly Pick<RemotePage, 'path' | 'access' | 'title' | 'nameInSentence'>[],
  from: string,
): string | null {
  const path = getNext(from)?.replace(/[?#].*$/s, '')
  if (path === undefined) return null
  const matches = pages.filter((page) => overlaps(page.path, path))
  const page = matches.find((match) => !hasParameters(match.path)) ?? matches[0]
  if (page === undefined) return 'this page'
  return page.access === 'private' ? (page.nameInSentence ?? page.title) : null
}
