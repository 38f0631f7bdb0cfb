import { isDecodable } from '@portico/protocol/is-decodable.ts'

/**
 * The same URL with valid percent-encoding. Fastify would refuse a malformed one (`/%E0%A4%A`) before any route sees it;
 * instead its percent signs are taken literally, as in the browser's router, so that it leads to Page Not Found.
 */
export function toDecodableUrl(url: string): string {
  if (!url.includes('%')) return url
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}
