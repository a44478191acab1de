/** Reads the credential and the address of a caller from a request. */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Returns the sent key, or null. Any other Authorization header counts as an invalid key: ignoring it would silently treat
 * the caller as anonymous.
 */
export const credentialOf = ({ headers }: IncomingMessage): string | null => {
  const { authorization } = headers
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1] ?? authorization
  const key = headers['x-api-key']
  return key === undefined ? null : String(key).trim()
}

const BEARER = /^bearer +([^\s]+) *$/i

/**
 * Returns the caller's address. Each proxy appends its peer's address to X-Forwarded-For, so only the last `trustedProxies`
 * entries are trustworthy; clients can forge the others. Invalid entries count too, so that they cannot shift the position
 * to a forged one.
 */
export const addressOf = (request: IncomingMessage, trustedProxies: number): string => {
  const peer = request.socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return peer
  const entries = String(request.headers['x-forwarded-for'] ?? '').split(',')
  const address = withoutPort((entries.at(-trustedProxies) ?? '').trim())
  return isIP(address) === 0 ? peer : address
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
const withoutPort = (entry: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(entry)?.[1] ?? entry
