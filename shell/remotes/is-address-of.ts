import { matchPath } from 'react-router'

/**
 * Whether `pathname` is an address of the page with this path, such as `/projects/:name`. Exact, because compiling a pattern
 * for every page of a large site would be a long task: `/About/` opens `/about`, but nothing is fetched for it in advance.
 */
export function isAddressOf(path: string, pathname: string): boolean {
  return path === pathname || (/[:*]/.test(path) && matchPath(path, pathname) !== null)
}
