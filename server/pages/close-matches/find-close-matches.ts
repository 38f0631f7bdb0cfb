import { findClosest } from '@portico/protocol/find-closest.ts'
import type { CloseMatch } from '@portico/protocol/release/close-matches.ts'
import { toNormalPath } from '@portico/protocol/release/page-paths.ts'

const maxMatches = 5

/**
 * The known addresses that `path` may be with a typo, those whose last part it may be, and the nearest page above it, in
 * this order.
 */
export function findCloseMatches<Known extends CloseMatch>(path: string, known: readonly Known[]): Known[] {
  const wanted = toNormalPath(decode(path))
  const addresses = known.map(({ address }) => address)
  const likeIt = findClosest(wanted, addresses)
  const lastParts = findClosest(getLastPart(wanted), addresses.map(getLastPart))
  const endLikeIt = lastParts.flatMap((part) => addresses.filter((address) => getLastPart(address) === part))
  const above = getParents(wanted).find((parent) => addresses.includes(parent))
  const found = new Set([...likeIt, ...endLikeIt, ...(above === undefined ? [] : [above])])
  const matches = [...found].flatMap((address) => known.find((page) => page.address === address) ?? [])
  return matches.slice(0, maxMatches)
}

function getLastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** `/a/b`, `/a` for `/a/b/c`: nearest first, without the home page, to which every page links. */
function getParents(path: string): string[] {
  const parts = path.toLowerCase().split('/').filter(Boolean)
  return parts.map((_, index) => `/${parts.slice(0, parts.length - 1 - index).join('/')}`).slice(0, -1)
}

function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
