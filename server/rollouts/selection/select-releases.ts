import type { RemoteOrigins } from '@portico/kit/contract/origins.ts'
import {
  type DiscoveryDocument,
  type DiscoveryRelease,
  type DiscoveryRemote,
  getApplication,
  type SelectedRelease,
  type SelectedRemote,
  type SelectedShell,
  type ShellRelease,
  toPagesWithoutFiles,
} from '@portico/protocol/discovery/discovery-document.ts'
import { mergeOrigins } from '@portico/protocol/release/page-policy.ts'
import { getReleaseId } from '@portico/protocol/release/release-record.ts'
import { reportsShell } from '@portico/protocol/release/shell-record.ts'
import { fullShare } from '@portico/protocol/rollout/plans.ts'
import type { Configuration } from '../../configuration/configuration.ts'
import {
  type AccessSettings,
  getAllowedOrigins,
  isAllowedOrigin,
} from '../../releases/origins/remote-access.ts'
import { canShareView, fitApplications } from './fit-applications.ts'

// Stable must replace a hanging canary while the visitor is still waiting.
const canaryDeadlineMs = 8_000

export interface ShellSelection extends Pick<SelectedShell, 'rollout'> {
  readonly release: ShellRelease
  /** `fallback`: the browser could not start the other one. Missing: stable, without a rollout. */
  readonly arm?: SelectedShell['arm'] | 'fallback'
  readonly fallback?: ShellRelease
}

export interface Selection {
  /** null: none is published. */
  readonly shell: ShellSelection | null
  readonly remotes: readonly RemoteSelection[]
}

/** A remote with the release that a visitor gets, and the files of its pages. */
export interface RemoteSelection extends SelectedRemote {
  readonly release: DiscoveryRelease & Pick<SelectedRelease, 'folder'>
  readonly fallback?: DiscoveryRelease
}

export interface Visitor {
  readonly getBucket: (rollout: string) => number
  /** Releases by remote from signed preview links. */
  readonly previewed: ReadonlyMap<string, DiscoveryRelease>
  /** The release of the shell from a signed preview link; null: none. */
  readonly previewedShell: ShellRelease | null
  /** Remotes, and `shell`, whose canaries the visitor always gets, from signed preview links. */
  readonly testing: ReadonlySet<string>
  /** The release of the shell that has just failed in this browser (`shared/protocol/discovery/watch-shell.ts`); null: none. */
  readonly failedShell: string | null
}

/** Visitors who get stable everywhere. */
const anyone: Visitor = {
  getBucket: () => fullShare,
  previewed: new Map(),
  previewedShell: null,
  testing: new Set(),
  failedShell: null,
}

/**
 * Selects the releases of the shell and of each remote for a visitor, so that they fit: the shell by what everyone has of the remotes,
 * then the remotes by the shell. Neither depends on an arm of the other's rollout, so both are still compared fairly.
 */
export function selectReleases(document: DiscoveryDocument, visitor: Visitor = anyone): Selection {
  const { previewed, previewedShell, testing, failedShell } = visitor
  const isLikeOthers = previewed.size + testing.size === 0 && (previewedShell ?? failedShell) === null
  const known = isLikeOthers ? selections.get(document) : undefined
  if (known !== undefined) return known
  if (!isLikeOthers || hasCanary(document)) return select(document, visitor)
  const shared = select(document, anyone)
  selections.set(document, shared)
  return shared
}

/** What everyone without previews gets while no rollout is in progress. */
const selections = new WeakMap<DiscoveryDocument, Selection>()

function hasCanary({ shell, remotes }: DiscoveryDocument): boolean {
  return shell?.canary !== undefined || Object.values(remotes).some(({ canary }) => canary !== undefined)
}

function select(document: DiscoveryDocument, visitor: Visitor): Selection {
  const shell = avoidFailed(selectShell(document, visitor), visitor)
  const runs = (remote: string, release: DiscoveryRelease) =>
    shell === null || canRun(shell.release, remote, release)
  const known = Object.entries(document.remotes).flatMap(([name, remote]) =>
    remote.stable.kind === 'federated'
      ? []
      : selectRelease(name, remote, { visitor, runs: (release) => runs(name, release) }),
  )
  const first = [...visitor.previewed]
    .filter(([name]) => !(name in document.remotes))
    .map(([name, release]): RemoteSelection => ({ name, team: name, release, arm: 'preview' }))
  return fitApplications(shell, [...known, ...first])
}

function canRun({ rejected }: ShellRelease, remote: string, release: DiscoveryRelease): boolean {
  return rejected === undefined || !rejected.includes(`${remote}@${getReleaseId(release)}`)
}

// In the same order of precedence as remotes. A canary that can't run what everyone has is for nobody.
function selectShell({ shell, remotes }: DiscoveryDocument, visitor: Visitor): ShellSelection | null {
  const { previewedShell: previewed } = visitor
  if (previewed !== null) return { release: previewed, arm: 'preview', ...(shell && { fallback: shell }) }
  if (shell === null) return null
  const { fallback, canary } = shell
  const stable = { release: shell, ...(fallback && { fallback }) }
  if (canary === undefined) return stable
  const { release, rollout, share } = canary
  const fits = Object.entries(remotes).every(
    ([name, remote]) => remote.off !== undefined || canRun(release, name, remote.stable),
  )
  if (!fits) return stable
  if (visitor.testing.has('shell')) return { release, arm: 'preview', fallback: shell }
  return visitor.getBucket(rollout) < share
    ? { release, arm: 'canary', rollout, fallback: shell }
    : { ...stable, arm: 'stable', rollout }
}

function avoidFailed(selected: ShellSelection | null, { failedShell }: Visitor): ShellSelection | null {
  if (!selected?.fallback || getReleaseId(selected.release) !== failedShell) return selected
  return { release: selected.fallback, arm: 'fallback' }
}

interface RemoteOptions {
  readonly visitor: Visitor
  /** Whether the visitor's shell can run a release of the remote. */
  readonly runs: (release: DiscoveryRelease) => boolean
}

/** Selects the release of each federated remote for a visitor of a host on another origin. */
export function selectForHost(
  { remotes }: Pick<DiscoveryDocument, 'remotes'>,
  getBucket: Visitor['getBucket'],
): RemoteSelection[] {
  const visitor = { ...anyone, getBucket }
  return Object.entries(remotes).flatMap(([name, remote]) =>
    remote.stable.kind === 'federated' ? selectRelease(name, remote, { visitor, runs: () => true }) : [],
  )
}

// In order of precedence: preview links, turned off, testers, the canary's share, stable.
function selectRelease(
  name: string,
  remote: DiscoveryRemote,
  { visitor, runs }: RemoteOptions,
): RemoteSelection {
  const { team, canary, off } = remote
  const fallback = remote.fallback && runs(remote.fallback) ? remote.fallback : undefined
  // A rollback is never refused, so the stable release of one may not run in what the other's has left.
  const stable = runs(remote.stable) ? remote.stable : (fallback ?? remote.stable)
  const canaryFallback = { fallback: stable, deadlineMs: canaryDeadlineMs }
  const previewed = visitor.previewed.get(name)
  if (previewed !== undefined) return { name, team, release: previewed, arm: 'preview', ...canaryFallback }
  const stableFallback = fallback === undefined || fallback === stable ? {} : { fallback }
  const stableSelection = { name, team, release: stable, ...stableFallback }
  if (off !== undefined) return { ...stableSelection, off }
  if (canary === undefined || stable !== remote.stable || !runs(canary.release)) return stableSelection
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

/** The shell as the page needs it; null: it isn't told, because there is nothing to tell, or it wouldn't understand. */
export function toSelectedShell({ release, fallback, ...selected }: ShellSelection): SelectedShell | null {
  const { arm } = selected
  if (arm === undefined || arm === 'fallback' || !reportsShell(release)) return null
  const next = fallback && reportsShell(fallback) ? fallback : undefined
  return {
    release: getReleaseId(release),
    ...selected,
    arm,
    ...(next && { fallback: { release: getReleaseId(next) } }),
  }
}

/** A remote as the shell needs it. */
export function toSelectedRemote({ release, fallback, ...remote }: RemoteSelection): SelectedRemote {
  const replaces = fallback !== undefined && canShareView(release, fallback)
  return {
    ...remote,
    release: toSelectedRelease(release),
    ...(replaces && { fallback: toSelectedRelease(fallback) }),
  }
}

function toSelectedRelease({
  kind,
  app,
  entryType,
  prerendered: _prerendered,
  apiDescription: _apiDescription,
  baseUrl: _baseUrl,
  ...release
}: RemoteSelection['release']): SelectedRelease {
  return {
    ...release,
    ...getApplication({ kind, app, entryType }),
    pages: toPagesWithoutFiles(release.pages),
  }
}

/**
 * Selects which other origins the remotes may use now, and those for the policy of a page: of its remote's release, and of the
 * fallback that may replace it. `policyFor`: the remote, if there are any.
 */
export function selectOrigins(
  selected: readonly RemoteSelection[],
  matched: { readonly remote: Pick<RemoteSelection, 'name'> } | null,
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
