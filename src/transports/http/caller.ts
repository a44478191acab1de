/** Who sends a request: the credential it carries and the address it comes from. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The key that was sent, or null. Any other use of the Authorization header is a credential too, one that no account has:
 * passing over it would answer a caller as somebody else than they think they are.
 */
export const credentialOf = ({ headers }: IncomingMessage): string | null => {
  const { authorization } = headers
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1] ?? authorization
  const key = headers['x-api-key']
  return key === undefined ? null : String(key).trim()
}

const BEARER = /^bearer +([^\s]+) *$/i

/**
 * The caller's address. Each proxy appends the address that it was called from to X-Forwarded-For, so of the entries only as
 * many from the end are true as there are proxies of ours; whatever stands before them anyone can write. Entries are counted
 * before they are read: one that is no address must not move the count to one that anyone can write.
 */
export const addressOf = (request: IncomingMessage, trustedProxies: number): string => {
  const peer = request.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return peer
  const entries = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const address = withoutPort((entries.at(-trustedProxies) ?? '').trim())
  return isIP(address) === 0 ? peer : address
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711` are seen as well. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry
