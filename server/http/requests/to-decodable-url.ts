/**
 * The same address, readable as percent-encoding. A malformed one (`/%E0%A4%A`) would be refused before any feature
 * sees it; its signs are taken literally instead, as the browser's router takes them, and it leads to Page Not Found.
 */
export function toDecodableUrl(url: string): string {
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false // A URIError, which says no more.
  }
}
