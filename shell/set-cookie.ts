const oneYearSeconds = 31_536_000

/** Sets a cookie for the whole site, or deletes it with an age of 0. It is secure where the page is. */
export function setCookie(name: string, value: string, maxAgeSeconds = oneYearSeconds): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}
