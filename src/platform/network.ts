/** Addresses as those who hold them: to be counted together, and to be kept. */
import { isIPv4, isIPv6 } from 'node:net'
import { memo } from '../util/memo.ts'

/** One customer is given at least a /64 of IPv6 and can call from any address in it, so all of it counts as one (RFC 6177). */
export const network: (address: string) => string = memo((address) => {
  const plain = unmapped(address)
  return isIPv6(plain) ? `${groups(plain).slice(0, 4).join(':')}::/64` : plain
})

/** What is kept of an address for people to look at: whose network it was, and no more, as /24 of IPv4 and /48 of IPv6. */
export const coarseNetwork = (address: string): string => {
  const plain = unmapped(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) ? `${groups(plain).slice(0, 3).join(':')}::/48` : 'unknown'
}

/** An IPv4 address that came over an IPv6 socket is itself again. */
const unmapped = (address: string): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address

const IPV6_GROUPS = 8

/** The eight groups of an IPv6 address without leading zeros, `::` filled in. */
const groups = (address: string): readonly string[] => {
  const [head, tail] = address.split('%')[0].toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : IPV6_GROUPS - before.length - after.length
  return [...before, ...Array<string>(Math.max(0, missing)).fill('0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
