import type { Configuration } from '../configuration/configuration.ts'

type Address = Pick<Configuration, 'publicUrl'>

const isSecure = ({ publicUrl }: Address) => publicUrl.startsWith('https:')

/**
 * The name of a cookie that only the server reads. Over HTTPS it has the prefix with which browsers accept it only from this
 * host itself: another host of the same domain can't set it.
 */
export function getCookieName(name: string, address: Address): string {
  return isSecure(address) ? `__Host-${name}` : name
}

/** The attributes of such a cookie. */
export function getCookieAttributes(address: Address) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(address) } as const
}
