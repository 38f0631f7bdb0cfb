import { useHost } from '@portico/shared/contract/contract.ts'
import { getPathPrefix, hasParameters, overlaps } from '@portico/shared/release/page-paths.ts'
import { useRedirectTarget } from './redirect-parameter.ts'

const catalogue = '/api'

/**
 * The private page that brought the visitor here, as words that follow "open": `the API catalogue`, or a page's title. null:
 * the visitor came by themselves.
 */
export function useDestination(): string | null {
  const { pages } = useHost()
  const target = useRedirectTarget()
  if (target === undefined) return null
  const path = target.replace(/[?#].*$/s, '')
  if (getPathPrefix(path) === catalogue) return 'the API catalogue'
  const matches = pages.filter((page) => overlaps(page.path, path))
  const page = matches.find((one) => !hasParameters(one.path)) ?? matches[0]
  if (page === undefined) return 'this page'
  return page.access === 'private' ? page.title : null
}
