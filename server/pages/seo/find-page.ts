import type { RemoteSelection } from '../../rollouts/selection/select-releases.ts'
import { hasSameParameters, type MatchedPage, matchPage } from '../selection/match-page.ts'
import type { MetadataSource } from './metadata-source.ts'

/**
 * The page at `path`; null: no page matches, or one does whose metadata lists all its addresses, without this one,
 * or one that shows content that the owner doesn't have.
 */
export function findPage(
  remotes: readonly RemoteSelection[],
  path: string,
  sources: Pick<MetadataSource, 'listAddresses' | 'findContent'>,
): MatchedPage | null {
  const matched = matchPage(remotes, path)
  if (matched === null) return null
  const content = sources.findContent(matched.page, path)
  if (content !== undefined) return content === null ? null : matched
  const addresses = sources.listAddresses(matched)
  const isKnown = addresses?.some((address) => hasSameParameters(matched.page.path, address, path)) ?? true
  return isKnown ? matched : null
}
