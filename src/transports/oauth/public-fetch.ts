/**
 * Fetches addresses in the metadata of clients. Strangers choose these addresses, so nothing inside the operator's network
 * may be reached: each address to which the name resolves must be public, and the connection goes to the checked addresses.
 * Only TLS at port 443 is allowed; redirects are returned, not followed. Names are resolved without the threads of
 * `dns.lookup`, which the whole process shares and a silent name server could block.
 */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'

/** Special-purpose addresses: https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry. */
const PRIVATE_IPV4 = [
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
] as const
/** Everything but global unicast, and the parts of it that embed an IPv4 address or are for documentation. */
const PRIVATE_IPV6 = [
  '::/3',
  '4000::/2',
  '8000::/1',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
] as const

const blockListOf = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [net, bits] = range.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}

/** Separate lists, because a list with both matches every IPv4 address as an IPv6 one too. */
const BLOCKED = { ipv4: blockListOf('ipv4', PRIVATE_IPV4), ipv6: blockListOf('ipv6', PRIVATE_IPV6) }

/** True if an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 0) return false
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  return !BLOCKED[family].check(address, family)
}

type Resolve = (host: string) => Promise<readonly LookupAddress[]>

/** Both attempts together take well below the time limit of a fetch. */
const ASK_ONCE = { timeout: 1_000, tries: 1 }

/** Resolves the addresses of a host with the name servers; returns none if there is no answer. */
const resolveUntil =
  (signal: AbortSignal | null | undefined): Resolve =>
  async (host) => {
    const resolver = new Resolver(ASK_ONCE)
    const cancel = (): void => resolver.cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    signal?.removeEventListener('abort', cancel)
    return [...addressesOf(four, 4), ...addressesOf(six, 6)]
  }

const addressesOf = (
  found: PromiseSettledResult<readonly string[]>,
  family: 4 | 6,
): readonly LookupAddress[] =>
  found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : []

/** Resolves a name for a connection; fails if any of its addresses is not public. */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    void resolve(host).then((addresses) => {
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new Error('The host has no address, or one that is not public.'), '', 0)
      return options.all === true ? done(null, [...addresses]) : done(null, first.address, first.family)
    })

/** `fetch` for addresses that strangers choose; the signal limits the time, the reader of the body its size. */
export const publicFetch = (address: string | URL, init: RequestInit = {}): Promise<Response> => {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // A literal address is connected to without a lookup, so it is checked here.
    if (url.protocol !== 'https:' || url.port !== '' || (isIP(host) !== 0 && !isPublicAddress(host)))
      return reject(new Error('The address is not a public one with https at port 443.'))
    const sent = request(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      lookup: publicLookup(resolveUntil(init.signal)),
      agent: false,
      ...(init.signal && { signal: init.signal }),
    })
    sent.once('error', reject)
    sent.once('response', (answer) => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
      const status = answer.statusCode ?? 500
      if (status === 200) return resolve(new Response(webStream(answer), { status, headers }))
      // Only the body of a success is read.
      answer.destroy()
      resolve(new Response(null, { status: status < 200 ? 500 : status }))
    })
    sent.end()
  })
}

const webStream = (answer: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(answer) as ReadableStream<Uint8Array>
