/**
 * Rules for redirects of clients beyond those of the library: apps on the same machine, and https hosts whose names can be
 * shown.
 */

/**
 * Schemes without a dot that belong to well-known apps. Others must contain a domain, so that apps do not collide (RFC 8252
 * §7.1).
 */
const APP_SCHEMES = [
  'claude',
  'code-oss',
  'cursor',
  'goose',
  'kiro',
  'raycast',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'warp',
  'windsurf',
  'zed',
]
const HOST = /^[\w.-]*$/
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** True if the address is on this machine over http. */
export const isLoopbackRedirect = (uri: string): boolean => {
  const url = URL.parse(uri)
  return url !== null && url.protocol === 'http:' && LOOPBACK.includes(url.hostname)
}

/** Returns the reason why a client must not redirect to an address; null if it may. */
export const redirectFault = (uri: string): string | null => {
  const url = URL.parse(uri)
  if (url === null) return null
  const { protocol, hostname, username, password } = url
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (!HOST.test(hostname) && !isLoopbackRedirect(uri))
    return 'must have a host of letters, digits, dots and dashes'
  const scheme = protocol.slice(0, -1)
  if (scheme === 'https' || scheme === 'http' || scheme.includes('.') || APP_SCHEMES.includes(scheme))
    return null
  return 'must have a scheme with a dot, such as com.example.app'
}
