import { expect, test } from 'vitest'
import { toNetworkAddress } from './network-address.ts'

test('an IPv6 address counts as its network, every other address as itself', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
    ['2001:0DB8:0000:0001:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['64:ff9b::cb00:7107', '64:ff9b::cb00:7107'],
    ['', ''],
  ] as const)
    expect(toNetworkAddress(address), address).toBe(network)
})
