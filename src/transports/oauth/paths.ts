/** Addresses and cookies of the authorization server. */

export const PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device_authorization: '/oauth/device_authorization',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  /** Our own page. */
  code_verification: '/device',
} as const

export const SERVER_METADATA = '/.well-known/oauth-authorization-server'

/** Returns the path of our consent page. */
export const consentPath = (id: string): string => `/oauth/consent/${id}`

/** Binds an authorization in progress to the browser that began it. */
export const INTERACTION_COOKIE = 'metes_oauth_interaction'
