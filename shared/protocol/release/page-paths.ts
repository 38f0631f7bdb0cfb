/** Whether a path matches pages of every kind: its first segment is `*` or a parameter. No remote may have one. */
export function isCatchAll(path: string): boolean {
  const [first] = getSegments(path)
  return first !== undefined && isVariable(first)
}

/** Whether a path stands for many addresses: it has a parameter or ends with `*`. */
export function hasParameters(path: string): boolean {
  return getSegments(path).some(isVariable)
}

/** The first segment of a path, which belongs to one remote; null: the path is `/` or a catch-all. */
export function getPathPrefix(path: string): string | null {
  const [first] = getSegments(path)
  return first === undefined || isVariable(first) ? null : `/${first}`
}

/**
 * Whether any address matches both paths. Follows the router: case doesn't matter, a parameter matches one segment, and
 * `*` the rest, even if there is none. Between two paths of one manifest, ranking decides; between two remotes, both
 * would depend on its rules.
 */
export function overlaps(path: string, other: string): boolean {
  return overlap(getSegments(path), getSegments(other))
}

function overlap(segments: readonly string[], other: readonly string[]): boolean {
  const [first, ...rest] = segments
  const [otherFirst, ...otherRest] = other
  if (first === '*' || otherFirst === '*') return true
  if (first === undefined || otherFirst === undefined) return first === otherFirst
  const isSame = first.startsWith(':') || otherFirst.startsWith(':') || first === otherFirst
  return isSame && overlap(rest, otherRest)
}

function isVariable(segment: string): boolean {
  return segment === '*' || segment.startsWith(':')
}

function getSegments(path: string): string[] {
  return path.toLowerCase().split('/').filter(Boolean)
}

/** Whether an address is the page at `parent`, which has no parameters, or below it; nothing is below `/`. */
export function isAtOrBelow(address: string, parent: string): boolean {
  const path = toNormalPath(address)
  return parent === '/' ? path === '' : `${path}/`.startsWith(`${parent}/`)
}

/** An address as the router compares it. */
export function toNormalPath(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end).toLowerCase()
}
