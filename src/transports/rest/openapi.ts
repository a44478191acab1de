/** Derives the OpenAPI 3.1 document from the registry. */
import { type AnyOp, alwaysNeedsKey } from '../../op/define.ts'
import { describeOp } from '../../op/describe.ts'
import { API_KEY_HEADER, type Json, openApiDocument } from '../openapi/document.ts'
import { oauthScheme, oauthSecurity } from './oauth-scheme.ts'
import { ACCEPTED, HEADER_PARAMETERS, restOperation, rpcOperation } from './openapi-operation.ts'
import { failureComponents, HEADERS, PROBLEM_SCHEMA } from './openapi-responses.ts'
import { schemaComponents } from './openapi-schemas.ts'

export const openApi = (ops: readonly AnyOp[], baseUrl: string): Json => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const op of ops) {
    const { rest, rpc } = describeOp(op).routes
    const security = [...(alwaysNeedsKey(op) ? [] : [{}]), ...CREDENTIALS, ...oauthSecurity(op)]
    paths[rest.path] = { ...paths[rest.path], [rest.method.toLowerCase()]: restOperation(op, security) }
    paths[rpc.path] = { post: rpcOperation(op, security) }
  }
  return openApiDocument({
    openapi: '3.1.0',
    info: {
      title: 'Metes',
      summary: 'Boundaries and areas: administrative polygons by name, code or point.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    server: serverUrl(baseUrl),
    tags: Object.fromEntries(ops.map(({ group }) => [group, GROUPS[group]])),
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        apiKeyHeader: API_KEY_HEADER,
        oauth2: oauthScheme(baseUrl),
      },
      schemas: { Problem: PROBLEM_SCHEMA, ...schemaComponents(ops) },
      responses: { Accepted: ACCEPTED, ...failureComponents(ops) },
      parameters: HEADER_PARAMETERS,
      headers: HEADERS,
    },
  })
}

const CREDENTIALS: readonly Json[] = [{ bearerAuth: [] }, { apiKeyHeader: [] }]

const GROUPS: Readonly<Record<AnyOp['group'], string>> = {
  meta: 'What the service offers.',
  signin: 'A key for a device or program without a browser.',
  boundaries: 'Find boundaries, get their polygons, and merge or test them.',
  areas: 'Polygons of land from descriptions in plain words.',
  jobs: 'Long calls that run in the background.',
  account: 'The account of the key: units, limits, profile and keys.',
  feedback: 'The public board of issues and feature requests.',
}

/** A service without a public address is given relative to the document, wherever its reader found it. */
const serverUrl = (baseUrl: string): string => {
  const { hostname, pathname } = new URL(baseUrl)
  return LOOPBACK.includes(hostname) ? pathname : baseUrl
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
