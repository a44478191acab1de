/** Corrects answers of the authorization server, by the name of the route. */
import { INTERVAL_SECONDS } from '../../platform/device-sign-in/poll-pace.ts'
import { SCOPES } from '../../platform/oauth/scopes.ts'

type Body = Readonly<Record<string, unknown>>

/** Applicable members of RFC 8414 and its extensions; those of OpenID Connect are removed. */
const METADATA_MEMBERS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'device_authorization_endpoint',
  'response_types_supported',
  'grant_types_supported',
  'token_endpoint_auth_methods_supported',
  'code_challenge_methods_supported',
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
] as const

const metadata = (body: Body): Body => ({
  ...Object.fromEntries(METADATA_MEMBERS.map((name) => [name, body[name]])),
  scopes_supported: SCOPES,
  response_modes_supported: ['query'],
  revocation_endpoint_auth_methods_supported: ['none'],
})

export const ADJUSTED: Readonly<Record<string, (body: Body) => Body>> = {
  discovery: metadata,
  device_authorization: (body) => ({
    ...body,
    // Our page has another parameter.
    verification_uri_complete: `${body.verification_uri}?code=${body.user_code}`,
    interval: INTERVAL_SECONDS,
  }),
}
