import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'
import {
  type DiscoveryDocument,
  type DiscoveryRelease,
  type DiscoveryRemote,
  type SelectedRelease,
  type SelectedRemote,
  toPagesWithoutFiles,
} from '@portico/protocol/discovery/discovery-document.ts'
import { mergeOrigins } from '@portico/protocol/release/page-policy.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import {
  type AccessSettings,
  getAllowedOrigins,
  isAllowedOrigin,
} from '../../releases/origins/remote-access.ts'
import type { MatchedPage, RemoteSelection } from './match-page.ts'

// Stable must replace a hanging canary while the visitor is still waiting.
const canaryDeadlineMs = 8_000

/** The visitor who requests a page. */
export interface Visitor {
  /** The visitor's bucket in a rollout. */
  readonly getBucket: (rollout: string) => number
  /** Releases by remote from signed preview links. */
  readonly previewed: ReadonlyMap<string, DiscoveryRelease>
  /** Remotes whose canaries the visitor always gets, from signed preview links. */
  readonly testing: ReadonlySet<string>
}

/** Visitors who get stable everywhere. */
const anyone: Visitor = {
  getBucket: () => fullShare,
  previewed: new Map(),
  testing: new Set(),
}

/** Selects the release of each remote for a visitor. */
export function selectReleases(
  document: DiscoveryDocument,
  visitor: Visitor = anyone,
): readonly RemoteSelection[] {
  const isLikeOthers = visitor.previewed.size + visitor.testing.size === 0
  const known = isLikeOthers ? selections.get(document) : undefined
  if (known !== undefined) return known
  if (!isLikeOthers || hasCanary(document)) return select(document, visitor)
  const shared = select(document, anyone)
  selections.set(document, shared)
  return shared
}

/** What everyone without previews gets while no rollout is in progress. */
const selections = new WeakMap<DiscoveryDocument, readonly RemoteSelection[]>()

function hasCanary({ remotes }: DiscoveryDocument): boolean {
  return Object.values(remotes).some(({ canary }) => canary !== undefined)
}

function select(document: DiscoveryDocument, visitor: Visitor): RemoteSelection[] {
  const known = Object.entries(document.remotes).map(([name, remote]) => selectRelease(name, remote, visitor))
  const first = [...visitor.previewed]
    .filter(([name]) => !(name in document.remotes))
    .map(([name, release]): RemoteSelection => ({ name, team: name, release, arm: 'preview' }))
  return [...known, ...first]
}

// In order of precedence: preview links, turned off, testers, the canary's share, stable.
function selectRelease(name: string, remote: DiscoveryRemote, visitor: Visitor): RemoteSelection {
  const { team, stable, fallback, canary, off } = remote
  const canaryFallback = { fallback: stable, deadlineMs: canaryDeadlineMs }
  const previewed = visitor.previewed.get(name)
  if (previewed !== undefined) return { name, team, release: previewed, arm: 'preview', ...canaryFallback }
  const stableFallback = fallback === undefined ? {} : { fallback }
  const stableSelection = { name, team, release: stable, ...stableFallback }
  if (off !== undefined) return { ...stableSelection, off }
  if (canary === undefined) return stableSelection
  const { release, rollout } = canary
  if (visitor.testing.has(name)) return { name, team, release, arm: 'preview', ...canaryFallback }
  return visitor.getBucket(rollout) < canary.share
    ? { name, team, release, arm: 'canary', rollout, ...canaryFallback }
    : { ...stableSelection, arm: 'stable', rollout }
}

/**
 * Selects where the files of each release are loaded from: its own origin, if it has one that is allowed now. A fallback
 * always comes from the site. Returns the same object if there is none.
 */
export function selectFolders(
  remotes: readonly RemoteSelection[],
  configuration: Pick<Configuration, 'remoteOrigins'>,
): readonly RemoteSelection[] {
  if (configuration.remoteOrigins.length === 0) return remotes
  return remotes.map((remote) => {
    const { baseUrl } = remote.release
    const isElsewhere = baseUrl !== undefined && isAllowedOrigin(configuration, remote.name, baseUrl)
    return isElsewhere ? { ...remote, release: { ...remote.release, folder: baseUrl } } : remote
  })
}

/** A remote as the shell needs it. */
export function toSelectedRemote({ release, fallback, ...remote }: RemoteSelection): SelectedRemote {
  return {
    ...remote,
    release: toSelectedRelease(release),
    ...(fallback === undefined ? {} : { fallback: toSelectedRelease(fallback) }),
  }
}

function toSelectedRelease({
  prerendered: _prerendered,
  apiDescription: _apiDescription,
  baseUrl: _baseUrl,
  ...release
}: RemoteSelection['release']): SelectedRelease {
  return { ...release, pages: toPagesWithoutFiles(release.pages) }
}

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
