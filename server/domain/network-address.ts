import { isIPv6 } from 'node:net'

/** Addresses that stand for one of IPv4 each. */
const translatedIpv4Pattern = /^(::ffff:|64:ff9b::)/i

/**
 * Whom a count by address is for. One subscriber of IPv6 has a network of 2^64 addresses to change between: it counts as one,
 * '2001:db8:0:1::/64'. Every other address is itself.
 */
export const toNetworkAddress = (address: string): string => {
  if (!isIPv6(address) || translatedIpv4Pattern.test(address)) return address
  const [front = [], back] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const missing = back ? Math.max(0, 8 - front.length - back.length) : 0
  const groups = [...front, ...Array<string>(missing).fill('0'), ...(back ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
