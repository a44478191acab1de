/** Rules for the metadata of clients. All are public clients: an installed program cannot keep a secret (RFC 8252 §8.5). */
import { type AdapterPayload, errors } from 'oidc-provider'
import { redirectFault } from './redirect-uris.ts'

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** Defaults for members that a client leaves out. */
export const CLIENT_DEFAULTS = {
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: 'ES256',
} as const

/**
 * Overrides metadata of a client (RFC 7591 §2), before the library checks it. As `native`, every client may redirect to
 * https, to http on the same machine at any port, or to the scheme of an app, but not to `javascript:`, `data:` and the
 * like.
 *
 * @throws InvalidClientMetadata
 */
export const adjustMetadata = (metadata: Record<string, unknown>): void => {
  metadata.application_type = 'native'
  metadata.token_endpoint_auth_method = 'none'
  for (const name of IGNORED) delete metadata[name]
  const { redirect_uris: uris, client_name: name } = metadata
  for (const uri of Array.isArray(uris) ? uris : []) {
    const fault = redirectFault(String(uri))
    if (fault !== null) throw new errors.InvalidClientMetadata(`redirect_uris ${fault}`)
  }
  if (typeof name === 'string' && name.includes(ADDRESS))
    throw new errors.InvalidClientMetadata(`client_name must not contain ${ADDRESS}`)
}

/**
 * People decide about scopes, at each authorization. The others are addresses that the library would fetch, or keys without
 * a use.
 */
const IGNORED = ['scope', 'sector_identifier_uri', 'jwks_uri', 'jwks', 'request_uris', 'initiate_login_uri']

/** A name that contains it could pass for the address of a publisher. */
const ADDRESS = '://'

/** Ids of registered clients, and addresses of metadata documents. */
const REGISTERED = /^[\w-]{43}$|^https?:/i
const NAME = /^[ -~]{1,80}$/

/**
 * Devices need no registration: the id of an unknown client is the name that it chose, and it can only sign in as a device.
 */
export const deviceClient = (id: string): AdapterPayload | undefined =>
  NAME.test(id) && !REGISTERED.test(id) && !id.includes(ADDRESS)
    ? ({
        client_id: id,
        client_name: id,
        redirect_uris: [],
        response_types: [],
        grant_types: [DEVICE_CODE_GRANT, 'refresh_token'],
        token_endpoint_auth_method: 'none',
      } as AdapterPayload)
    : undefined
