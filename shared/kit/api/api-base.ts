import { deriveOwner } from '../site/owner-marks.ts'

/** The base URL of an API without its fragment, which no request contains. */
export function withoutFragment(base: string): string {
  return deriveOwner(base, 'baseUrl', (url) => url.split('#', 1)[0] ?? url)
}

/** The separator for adding a query to a base URL: `&` if it already has one. */
export function getQueryStart(base: string): string {
  return deriveOwner(base, 'queryStart', (url) => (url.includes('?') ? '&' : '?'))
}
