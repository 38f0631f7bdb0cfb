/** Whether `If-None-Match` contains `etag`, compared weakly because proxies weaken what they compress (RFC 9110, 13.1.2). */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => removeWeakPrefix(tag.trim()))
  return tags.includes('*') || tags.includes(removeWeakPrefix(etag))
}

function removeWeakPrefix(tag: string): string {
  return tag.replace(/^W\//, '')
}
