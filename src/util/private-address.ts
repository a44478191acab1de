/** Distinguishes addresses of private networks from public ones. */
import { BlockList, isIP } from 'node:net'
import { isLoopback } from './loopback.ts'

const PRIVATE = new BlockList()
// RFC 1918, RFC 6598 (shared by carriers and overlay networks), RFC 3927, RFC 1122 §3.2.1.3.
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['127.0.0.0', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
// RFC 4193, RFC 4291 §2.5.6 and §2.5.3.
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['::1', 128],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

/** Names that no public DNS resolves (RFC 6762, RFC 8375, ICANN's .internal), and those without a dot. */
const PRIVATE_NAME = /^[^.]+$|\.(?:local|internal|lan|home\.arpa|intranet|corp)\.?$/i

/**
 * `host` is an IP address or the host of a URL. A name in the public DNS counts as public, although it may resolve to a
 * private address.
 */
export const isPrivateHost = (host: string): boolean => {
  const plain = host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return isLoopback(plain) || PRIVATE_NAME.test(plain)
  return PRIVATE.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}
