import type {
  DiscoveryRelease,
  SelectedRelease,
  SelectedRemote,
} from '@portico/shared/release/discovery-document.ts'

/** A remote with the one release that a visitor gets, and the files of its pages. */
export interface RemoteSelection extends SelectedRemote {
  readonly release: DiscoveryRelease & Pick<SelectedRelease, 'folder'>
  readonly fallback?: DiscoveryRelease
}

/** A page of a remote. */
export interface MatchedPage {
  readonly remote: RemoteSelection
  readonly page: DiscoveryRelease['pages'][number]
}

/**
 * The page that serves `path`, chosen as the browser's router chooses: letters of either case, trailing slashes and
 * percent-encoding are the same, and the more a page's path says literally, the better it fits. null: none.
 */
export function matchPage(remotes: readonly RemoteSelection[], path: string): MatchedPage | null {
  const wanted = segmentsOf(decoded(path))
  const fits = remotes
    .flatMap((remote) => remote.release.pages.map((page) => ({ remote, page })))
    .filter(({ page }) => isMatch(segmentsOf(page.path), wanted))
  return fits.toSorted((a, b) => weightOf(b.page.path) - weightOf(a.page.path))[0] ?? null
}

/** Whether both are one address to the router. */
export function isSamePath(one: string, other: string): boolean {
  return isMatch(segmentsOf(decoded(one)), segmentsOf(decoded(other)))
}

function decoded(path: string): string {
  try {
    return path
      .split('/')
      .map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return path // Malformed: the router takes it literally.
  }
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/').slice(1)
}

function isMatch(pattern: readonly string[], wanted: readonly string[]): boolean {
  const isOpenEnded = pattern.at(-1) === '*'
  const parts = isOpenEnded ? pattern.slice(0, -1) : pattern
  if (isOpenEnded ? wanted.length < parts.length : wanted.length !== parts.length) return false
  return parts.every((part, at) => isSame(part, wanted[at] ?? ''))
}

function isSame(part: string, wanted: string): boolean {
  return part.startsWith(':') ? wanted !== '' : part.toLowerCase() === wanted.toLowerCase()
}

// The router's own weights: a literal segment, a parameter, a star.
function weightOf(path: string): number {
  const weights = segmentsOf(path).map((part) => (part === '*' ? -1 : part.startsWith(':') ? 4 : 11))
  return weights.reduce((sum, weight) => sum + weight, 0)
}
