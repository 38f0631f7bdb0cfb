import { isIPv4, isIPv6 } from 'node:net'

// A network gives each home a whole /64 of IPv6 addresses (RFC 6177): one caller could use a new one for each call.
/** What of an address is one caller's: all of an IPv4 address, the first half of an IPv6 address. */
export function getNetwork(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
