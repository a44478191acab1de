/** OAuth in the OpenAPI document: the flow for apps that act for a person, and the scopes of operations. */
import type { AnyOp } from '../../op/define.ts'
import { scopesOf } from '../../op/scopes-of-operations.ts'
import type { Scope } from '../../platform/oauth/scopes.ts'
import type { Json } from '../openapi/document.ts'

const MEANINGS: Readonly<Record<Scope, string>> = {
  boundaries: 'Find, get, merge and export boundaries.',
  areas: 'Draw areas from descriptions.',
  feedback: 'Read, post and upvote feedback.',
  account: 'See and change the account, and create and revoke keys.',
}

export const oauthScheme = (baseUrl: string): Json => ({
  type: 'oauth2',
  description:
    'For apps that act for a person. Clients find the addresses in the metadata (RFC 9728, RFC 8414).',
  flows: {
    authorizationCode: {
      authorizationUrl: `${baseUrl}/oauth/authorize`,
      tokenUrl: `${baseUrl}/oauth/token`,
      refreshUrl: `${baseUrl}/oauth/token`,
      scopes: MEANINGS,
    },
  },
})

/** Alternatives: any of the scopes is enough. */
export const oauthSecurity = (op: AnyOp): readonly Json[] =>
  scopesOf(op).map((scope) => ({ oauth2: [scope] }))
