/** Groups IP addresses by customer, for rate limits and for storage. */
import { isIPv4, isIPv6 } from 'node:net'
import { memo } from '../util/memo.ts'

/** A customer with IPv6 has at least a /64 and can call from any address in it, so a /64 counts as one caller (RFC 6177). */
export const network: (address: string) => string = memo((address) => {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain
})

/** Returns the anonymized network of an address, for storage: /24 of IPv4, /48 of IPv6. */
export const coarseNetwork = (address: string): string => {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) ? `${groups(plain).slice(0, 3).join(':')}::/48` : 'unknown'
}

/** Unwraps an IPv4 address that arrived over an IPv6 socket. */
const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address

const IPV6_GROUPS = 8

/** Returns the eight groups of an IPv6 address without leading zeros, `::` expanded. */
const groups = (address: string): readonly string[] => {
  const [head, tail] = address.split('%')[0].toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : IPV6_GROUPS - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
