import { deriveOwner } from '../site/owner-marks.ts'

/** The base URL of an API without its fragment, which no request contains. */
export function withoutFragment(base: string): string {
  return deriveOwner(base, 'baseUrl', (url) => url.split('#', 1)[0] ?? url)
}

/** What a query begins with that is added to a base URL: `&` if it has one already. */
export function getQueryStart(base: string): string {
  return deriveOwner(base, 'queryStart', (url) => (url.includes('?') ? '&' : '?'))
}
