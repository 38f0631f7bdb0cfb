import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'
import { mergeOrigins } from '@portico/protocol/release/page-policy.ts'
import { type AccessSettings, getAllowedOrigins } from '../../releases/origins/remote-access.ts'
import type { MatchedPage, RemoteSelection } from './match-page.ts'

/**
 * Selects which other origins the remotes may use now, and those for the policy of a page: of its remote's release, and of the
 * fallback that may replace it. `policyFor`: the remote, if there are any.
 */
export function selectOrigins(
  selected: readonly RemoteSelection[],
  matched: MatchedPage | null,
  settings: AccessSettings,
) {
  const remotes = selected.map((remote) => allowOrigins(remote, settings))
  const shown = remotes.find(({ name, off }) => name === matched?.remote.name && off === undefined)
  const used = [shown?.release, shown?.fallback].flatMap((release) => release?.origins ?? [])
  return { remotes, origins: mergeOrigins(used), policyFor: used.length > 0 ? shown?.name : undefined }
}

function allowOrigins(remote: RemoteSelection, settings: AccessSettings): RemoteSelection {
  const { name, release, fallback } = remote
  if (release.origins === undefined && fallback?.origins === undefined) return remote
  const allow = <Release extends { readonly origins?: RemoteOrigins }>({ origins, ...rest }: Release) => {
    const allowed = getAllowedOrigins({ remote: name, ...(origins && { origins }) }, settings)
    return { ...rest, ...(allowed && { origins: allowed }) }
  }
  return { ...remote, release: allow(release), ...(fallback && { fallback: allow(fallback) }) }
}
