/** The value of a cookie that a response sets; undefined: it doesn't set this one. */
export function readSetCookie(response: Response, name: string): string | undefined {
  const header = response.headers.getSetCookie().find((text) => text.startsWith(`${name}=`))
  return header?.slice(name.length + 1).split(';', 1)[0]
}
