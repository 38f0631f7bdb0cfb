import { isIPv6 } from 'node:net'
import { getBlock, getSubnet } from '../../http/network/get-network.ts'
import { createSlidingLimit } from '../../http/sliding-limit.ts'

const windowMs = 3_600_000
const maxOfNetwork = 6_000 // of an IPv4 /24 or an IPv6 /48: an office with hundreds of people
const maxOfSite = 2_000 // of an IPv6 /56, which is what a household gets

/** Limits how many reports one network may send in any hour, before the site does more than parse them. */
export function createBeaconLimit(factor: number): (address: string, at: number) => boolean {
  const isNetworkAllowed = createSlidingLimit({ max: maxOfNetwork * factor, windowMs })
  const isSiteAllowed = createSlidingLimit({ max: maxOfSite * factor, windowMs })
  return (address, at) =>
    (!isIPv6(address) || isSiteAllowed(getSubnet(address, { ipv4: 32, ipv6: 56 }), at)) &&
    isNetworkAllowed(getBlock(address), at)
}
