import { expect, test } from 'vitest'
import { getNetwork, getSubnet } from './get-network.ts'

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['203.0.113.9:1234', '203.0.113.9'],
  ['[2001:db8:1:2::9]:1234', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (address, network) => {
  expect(getNetwork(address)).toBe(network)
})

test.each([
  ['203.0.113.9', 24, 48, '203.0.113'],
  ['2001:db8:1:2f34::1', 24, 48, '2001:db8:1'],
  ['2001:db8:1:2f34::1', 24, 56, '2001:db8:1:2f00'],
  ['10.200.3.4', 12, 48, '10.192'],
])('the subnet of %s with %i or %i bits is %s', (address, ipv4, ipv6, subnet) => {
  expect(getSubnet(address, { ipv4, ipv6 })).toBe(subnet)
})
