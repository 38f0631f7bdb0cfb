/** The value of a cookie in a `Cookie` header or `document.cookie`; null: there is none of this name. */
export function readCookie(cookies: string, name: string): string | null {
  if (!cookies.includes(name)) return null
  const pairs = cookies.split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null
}
