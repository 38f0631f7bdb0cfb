import { createPath, type Location, resolvePath, type To } from 'react-router'

/** Where to go from a location, as the browser's address bar would write it. */
interface Target {
  readonly to: To
  /** The current location: `to` may be a query or a hash alone. */
  readonly from: Pick<Location, 'pathname'>
  readonly state?: unknown
}

/** Creates a location of this site for a new history entry. Throws if `to` leads to another site. */
export function createLocation({ to, from, state = null }: Target, origin: string): Location {
  if (typeof to === 'string' && new URL(to, origin).origin !== origin)
    throw new Error(`${to} is not a path of this site.`)
  // Appended, because a path that begins with // would otherwise be another host.
  const { pathname, search, hash } = new URL(origin + createPath(resolvePath(to, from.pathname)))
  return { pathname, search, hash, state, key: createKey() }
}

const radix = 36

/** A key that no other entry of the browser's history has. */
export function createKey(): string {
  return Math.random().toString(radix).slice(2)
}
