import { loginPath, verifyPath } from '@portico/kit/account/account-pages.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'

type Access = RemotePage['access']

/** Who may see the pages of each group (specification, section 2): the values of a session's `authenticated`. */
const visitors: Readonly<Record<Access, readonly (boolean | null)[]>> = {
  open: [false, true],
  auth: [false],
  verify: [null],
  logout: [null, true],
  private: [true],
}

/** Whether a visitor may see a page, even if no redirect can lead elsewhere. */
export function mayOpen({ access }: Pick<RemotePage, 'access'>, authenticated: boolean | null): boolean {
  return visitors[access].includes(authenticated)
}

/**
 * Returns where to redirect the visitor, or null if the page is open to them (specification, sections 2 and 4). `from` is
 * the requested path, query and hash; a private one is passed on in `?next=` and opened after sign-in. Never redirects to the
 * same path, so a site without the target page can't loop.
 */
export function getRedirect(access: Access, authenticated: boolean | null, from: string): string | null {
  if (mayOpen({ access }, authenticated)) return null
  const next = getNext(from)
  switch (access) {
    case 'open':
      return unlessSamePath(from, verifyPath)
    case 'auth':
    case 'verify':
      if (authenticated) return unlessSamePath(from, next) ?? unlessSamePath(from, '/')
      return unlessSamePath(from, withNext(authenticated === null ? verifyPath : loginPath, next))
    case 'logout':
      return unlessSamePath(from, loginPath)
    case 'private':
      return unlessSamePath(from, withNext(authenticated === null ? verifyPath : loginPath, toSitePath(from)))
  }
}

function unlessSamePath(from: string, target: string | null): string | null {
  return target === null || getPathname(target) === getPathname(from) ? null : target
}

function getPathname(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** The page of this site that the address `from` passes on in `?next=`, with the hash of `from` unless it has its own. */
export function getNext(from: string): string | null {
  const [, query = '', hash = ''] = /^[^?#]*(\?[^#]*)?(#.*)?$/s.exec(from) ?? []
  const next = toSitePath(new URLSearchParams(query).get('next'))
  // A server that redirects does not see the hash, and browsers keep it.
  return next === null || next.includes('#') ? next : next + hash
}

function withNext(path: string, next: string | null): string {
  return next === null || next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`
}

// Any origin works: an address of another site leaves it.
const anyOrigin = 'https://this-site.invalid'

/** Returns `next` if it is a path of this site in every browser's reading, otherwise null. */
function toSitePath(next: string | null): string | null {
  if (next === null || !next.startsWith('/') || !URL.canParse(next, anyOrigin)) return null
  const url = new URL(next, anyOrigin)
  return url.origin === anyOrigin && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : null
}
