import { BlockList, isIPv4 } from 'node:net'

// Ranges that IANA doesn't list as globally reachable, and multicast.
const notPublic = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
  addRange(notPublic, range, 'ipv4')
// Teredo and other protocols, 6to4, and documentation.
for (const range of ['2001::/23', '2002::/16', '2001:db8::/32', '3fff::/20'])
  addRange(notPublic, range, 'ipv6')

const unicast = new BlockList()
addRange(unicast, '2000::/3', 'ipv6')

/** Whether an IP address belongs to the public Internet, and not to this machine, a private network or a special purpose. */
export function isPublicAddress(address: string): boolean {
  return isIPv4(address)
    ? !notPublic.check(address, 'ipv4')
    : unicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', bits] = range.split('/')
  list.addSubnet(network, Number(bits), family)
}
