/** Whether a request's `If-None-Match` names `etag` (RFC 9110, 13.1.2: weakly compared, for proxies weaken what they compress). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((tag) => opaque(tag.trim()))
  return named.includes('*') || named.includes(opaque(etag))
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
