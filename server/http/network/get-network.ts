import { isIPv4, isIPv6 } from 'node:net'

// Each home gets a whole /64 of IPv6 addresses (RFC 6177), so one client could use a new address for every request.
/** The part of an address that identifies a client's network: all of an IPv4 address, the first half of an IPv6 address. */
export function getNetwork(address: string): string {
  return getSubnet(address, { ipv4: 32, ipv6: 64 })
}

/** The largest block that one household, office or server rents. */
const blockBits = { ipv4: 24, ipv6: 48 } as const

/** The block to which a client's network belongs: an IPv4 /24 or an IPv6 /48. */
export function getBlock(address: string): string {
  return getSubnet(address, blockBits)
}

// Some proxies forward an address with its port, such as Azure's Application Gateway: each connection would be another network.
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/

/** The first bits of an address, with a port or without. Returns anything that isn't an address unchanged. */
export function getSubnet(address: string, bits: { readonly ipv4: number; readonly ipv6: number }): string {
  const [normalized = ''] = address
    .replace(withPort, '$1$2')
    .replace(/^::ffff:(?=\d+\.)/, '')
    .split('%', 1)
  if (isIPv4(normalized)) {
    const kept = normalized.split('.').map(Number)
    return truncate(kept, bits.ipv4, 8).join('.')
  }
  if (!isIPv6(normalized)) return normalized
  return truncate(parseGroups(normalized), bits.ipv6, 16)
    .map((group) => group.toString(16))
    .join(':')
}

function parseGroups(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const groups = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return [...groups, ...zeros, ...after].map((group) => Number.parseInt(group, 16))
}

/** The first `bits` of numbers of `width` bits each. */
function truncate(numbers: readonly number[], bits: number, width: number): number[] {
  return numbers.slice(0, Math.ceil(bits / width)).map((number, at) => {
    const dropped = Math.max(0, (at + 1) * width - bits)
    return (number >> dropped) << dropped
  })
}
