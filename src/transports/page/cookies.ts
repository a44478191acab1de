/** Cookies that are limited to this host, hidden from scripts and, with TLS, never sent without it. */
import type { HttpRequest } from '../http/message.ts'

export interface Cookies {
  readonly read: (request: Pick<HttpRequest, 'header'>, name: CookieName) => string | null
  /** Returns a Set-Cookie header, name and value. */
  readonly write: (name: CookieName, value: string, maxAgeSeconds: number) => readonly [string, string]
  readonly clear: (name: CookieName) => readonly [string, string]
}

/**
 * `session`: the session token. `form`: the CSRF token of a visitor who is not signed in. `sign_in`: the browser token of a requested
 * sign-in.
 */
export type CookieName = 'session' | 'form' | 'sign_in'

/**
 * Browsers accept a cookie with the prefix `__Host-` only from this host itself, over TLS (RFC 6265bis §4.1.3.2).
 */
export const createCookies = (baseUrl: string): Cookies => {
  const secure = baseUrl.startsWith('https:')
  const fullName = (name: CookieName): string => `${secure ? '__Host-' : ''}metes_${name}`
  const write: Cookies['write'] = (name, value, maxAgeSeconds) => [
    'Set-Cookie',
    `${fullName(name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  ]
  return {
    read: (request, name) => readCookie(request.header('cookie') ?? '', fullName(name)),
    write,
    clear: (name) => write(name, '', 0),
  }
}

/** Returns the value of a cookie; ignores values that are not in the format of our tokens. */
export const readCookie = (header: string, name: string): string | null => {
  const pair = header
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
  const value = pair?.slice(name.length + 1)
  return value !== undefined && /^[\w-]{1,200}$/.test(value) ? value : null
}
