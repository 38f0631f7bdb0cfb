import type { RemotePage } from '@portico/shared/release/manifest.ts'

type Access = RemotePage['access']

const loginPath = '/auth/login'
const verifyPath = '/profile/verify'

/**
 * Where the visitor has to go instead, or null where the page is open to them (specification, sections 2 and 4).
 * `from` is the wanted address, path and search; a private one is kept in `?next=` and opened after sign-in.
 * Never leads back to the same path, so a site without a page to go to does not go round for ever.
 */
export function redirectFor(access: Access, authenticated: boolean | null, from: string): string | null {
  const next = nextOf(from)
  switch (access) {
    case 'open':
      return authenticated === null ? away(from, verifyPath) : null
    case 'auth':
      if (authenticated === null) return away(from, withNext(verifyPath, next))
      return authenticated ? (away(from, next) ?? away(from, '/')) : null
    case 'verify':
      if (authenticated === null) return null
      return authenticated ? (away(from, next) ?? away(from, '/')) : away(from, withNext(loginPath, next))
    case 'logout':
      return authenticated === false ? away(from, loginPath) : null
    case 'private':
      if (authenticated) return null
      return away(from, withNext(authenticated === null ? verifyPath : loginPath, pathOfThisSite(from)))
  }
}

function away(from: string, target: string | null): string | null {
  return target === null || pathnameOf(target) === pathnameOf(from) ? null : target
}

function pathnameOf(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

function nextOf(from: string): string | null {
  return pathOfThisSite(new URLSearchParams(from.slice(pathnameOf(from).length)).get('next'))
}

function withNext(path: string, next: string | null): string {
  return next === null || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
}

// Any base does; it only has to be left again by an address of another site.
const anyOrigin = 'https://this-site.invalid'

/** `next` where it is a path of this site, else null: never another address, whatever browsers make of it. */
function pathOfThisSite(next: string | null): string | null {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, anyOrigin)) return null
  const url = new URL(next, anyOrigin)
  return url.origin === anyOrigin && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : null
}
