/** Cookies: only ever for this host, never read by scripts, and over TLS never sent without it. */
import type { HttpRequest } from '../http/message.ts'

export interface Cookies {
  readonly read: (request: HttpRequest, name: CookieName) => string | null
  /** A Set-Cookie header, name and value. */
  readonly write: (name: CookieName, value: string, maxAgeSeconds: number) => readonly [string, string]
  readonly clear: (name: CookieName) => readonly [string, string]
}

/**
 * `session`: who is signed in. `form`: proves that a form comes from a page that was shown in the same browser. `sign_in`: who
 * asked for the mail with the code.
 */
export type CookieName = 'session' | 'form' | 'sign_in'

/**
 * The prefix `__Host-` makes browsers refuse such a cookie from anybody but this host itself (RFC 6265bis §4.1.3.2); they
 * take it over TLS only.
 */
export const createCookies = (baseUrl: string): Cookies => {
  const secure = baseUrl.startsWith('https:')
  const fullName = (name: CookieName): string => `${secure ? '__Host-' : ''}metes_${name}`
  const write: Cookies['write'] = (name, value, maxAgeSeconds) => [
    'Set-Cookie',
    `${fullName(name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  ]
  return {
    read: (request, name) => tokenIn(request.header('cookie') ?? '', fullName(name)),
    write,
    clear: (name) => write(name, '', 0),
  }
}

/** Tokens of ours are letters, digits, `-` and `_`; anything else was not set by us. */
const tokenIn = (header: string, name: string): string | null => {
  const pair = header
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${name}=`))
  const value = pair?.slice(name.length + 1)
  return value !== undefined && /^[\w-]{1,200}$/.test(value) ? value : null
}
