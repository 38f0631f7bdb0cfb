import type {
  DiscoveryDocument,
  DiscoveryRelease,
  DiscoveryRemote,
  SelectedRelease,
  SelectedRemote,
} from '@portico/shared/release/discovery-document.ts'
import { getBucket } from '@portico/shared/rollout/bucket.ts'
import type { LocalRelease } from '../../delivery/previews/local-release.ts'
import type { RemoteSelection } from './match-page.ts'

// There is something better to show: a canary that hangs has to give way while the visitor still waits.
const canaryDeadlineMs = 8_000

/** Who asks for a page. */
export interface Visitor {
  /** null: a browser without the cookie, which gets stable and is not counted. */
  readonly id: string | null
  /** Releases by remote that a signed link shows. */
  readonly previewed: ReadonlyMap<string, DiscoveryRelease>
  /** What this machine serves of remotes under development, by a signed link. */
  readonly local: ReadonlyMap<string, LocalRelease>
  /** Remotes of which the visitor gets every canary, by a signed link. */
  readonly testing: ReadonlySet<string>
}

/** A visitor of whom nothing is known. */
const anyone: Visitor = { id: null, previewed: new Map(), local: new Map(), testing: new Set() }

/** The remotes of a document as one visitor gets them. */
export function selectReleases(document: DiscoveryDocument, visitor: Visitor = anyone): RemoteSelection[] {
  const known = Object.entries(document.remotes).map(([name, remote]) => choose(name, remote, visitor))
  const isFirst = ([name]: readonly [string, unknown]) => !(name in document.remotes)
  const first = [...visitor.previewed]
    .filter(isFirst)
    .map(([name, release]): RemoteSelection => ({ name, team: name, release, arm: 'preview' }))
  return [...known, ...first, ...[...visitor.local].filter(isFirst).flatMap(firstLocal)]
}

function firstLocal([name, { release, ...local }]: readonly [string, LocalRelease]): RemoteSelection[] {
  return release === null ? [] : [{ name, team: name, release, arm: 'preview', local }]
}

// Before everything comes what a signed link shows; then the switch, testers, the share, and stable.
function choose(name: string, remote: DiscoveryRemote, visitor: Visitor): RemoteSelection {
  const { team, stable, fallback, canary, off } = remote
  const behind = { fallback: stable, deadlineMs: canaryDeadlineMs }
  const served = visitor.local.get(name)
  if (served !== undefined) {
    const { release, ...local } = served
    const shown = release === null ? { release: stable } : { release, ...behind }
    return { name, team, arm: 'preview', local, ...shown }
  }
  const previewed = visitor.previewed.get(name)
  if (previewed !== undefined) return { name, team, release: previewed, arm: 'preview', ...behind }
  const behindStable = fallback === undefined ? {} : { fallback }
  const everyone = { name, team, release: stable, ...behindStable }
  if (off !== undefined) return { ...everyone, off }
  if (canary === undefined) return everyone
  const { release, rollout } = canary
  if (visitor.testing.has(name)) return { name, team, release, arm: 'preview', ...behind }
  if (visitor.id === null) return everyone
  return getBucket(canary.salt, visitor.id) < canary.share
    ? { name, team, release, arm: 'canary', rollout, ...behind }
    : { ...everyone, arm: 'stable', rollout }
}

/** A remote as the shell gets it. */
export function toSelectedRemote({ release, fallback, ...remote }: RemoteSelection): SelectedRemote {
  return {
    ...remote,
    release: chosenRelease(release),
    ...(fallback === undefined ? {} : { fallback: chosenRelease(fallback) }),
  }
}

function chosenRelease({
  prerendered: _ahead,
  apiDescription: _provider,
  ...release
}: RemoteSelection['release']): SelectedRelease {
  const pages = release.pages.map(({ js: _js, css: _css, route: _route, chunks: _chunks, ...page }) => page)
  return { ...release, pages }
}
