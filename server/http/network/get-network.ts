import { isIPv4, isIPv6 } from 'node:net'

// Each home gets a whole /64 of IPv6 addresses (RFC 6177), so one client could use a new address for every request.
/** The part of an address that identifies a client's network: all of an IPv4 address, the first half of an IPv6 address. */
export function getNetwork(address: string): string {
  const normalized = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '')
  if (isIPv4(normalized) || !isIPv6(normalized)) return normalized
  const [head = '', tail] = normalized.split('::')
  const groups = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
