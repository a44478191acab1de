/** Derives the OpenAPI 3.1 document from the registry. */
import type { AnyOp } from '../../op/define.ts'
import { API_VERSION, describeOp, shownPath } from '../../op/describe.ts'
import type { OpDescription } from '../../op/op-description.ts'
import { COMMON_CODES, PROBLEM_CODES, problemStatus, problemTitle } from '../../op/problem/problem.ts'
import type { ProblemCode } from '../../op/problem/problem-details.ts'
import { jobSchema } from '../../op/response/job-body.ts'
import { outputSchema } from '../../op/schema/derived-schema.ts'
import type { JsonSchema } from '../../op/schema/json-schema.ts'
import { oauthScheme, oauthSecurity } from './oauth-scheme.ts'

type Json = Readonly<Record<string, unknown>>

export const openApi = (ops: readonly AnyOp[], baseUrl: string): Json => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const op of ops) {
    const { rest, rpc } = describeOp(op).routes
    paths[rest.path] = { ...paths[rest.path], [rest.method.toLowerCase()]: restOperation(op) }
    paths[rpc.path] = { post: rpcOperation(op) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Metes',
      version: API_VERSION,
      summary: 'Boundaries and areas: administrative polygons by name, code or point.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(ops.map((op) => op.group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer', description: 'An API key.' },
        apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        oauth2: oauthScheme(baseUrl),
      },
      schemas: { Problem: PROBLEM_SCHEMA },
      headers: HEADERS,
    },
  }
}

const PROBLEM_SCHEMA: Json = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'Address of the page about the error code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: PROBLEM_CODES },
    request_id: { type: 'string' },
    retry_after: { type: 'integer', description: 'Seconds to wait.' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message', 'code'],
        properties: { path: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' } },
      },
    },
  },
}

const HEADERS: Json = {
  'X-Request-Id': { description: 'Id of this call. Quote it in reports.', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'The rate limit of the caller.', schema: { type: 'string' } },
  RateLimit: {
    description: 'The remaining calls and the seconds until the limit resets.',
    schema: { type: 'string' },
  },
}

const ANSWER_HEADERS: Json = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

const FOUND: Json = {
  description: 'Redirect to the file.',
  headers: {
    ...ANSWER_HEADERS,
    Location: { description: 'Address of the file.', schema: { type: 'string', format: 'uri' } },
  },
}

const restOperation = (op: AnyOp): Json => {
  const description = describeOp(op)
  const inPath = new Set([...shownPath(op.route.path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const fields = Object.entries(description.input.properties ?? {})
  const outside = fields.filter(([name]) => op.route.method !== 'POST' || inPath.has(name))
  const inBody = fields.filter((field) => !outside.includes(field))
  return {
    ...common(op, description, op.name),
    responses: {
      ...(op.redirect === undefined ? { 200: success(description) } : { 302: FOUND }),
      ...later(op),
      ...failures(op),
    },
    parameters: [
      ...outside.map(([name, schema]) => parameter(name, schema, inPath.has(name), description)),
      ...headersOf(op, op.route.method),
    ],
    ...(inBody.length === 0 ? {} : { requestBody: jsonBody(partOf(description.input, inBody)) }),
  }
}

const rpcOperation = (op: AnyOp): Json => {
  const description = describeOp(op)
  return {
    ...common(op, description, `rpc_${op.name}`),
    responses: { 200: success(description), ...later(op), ...failures(op) },
    parameters: headersOf(op, 'POST'),
    requestBody: jsonBody(description.input),
  }
}

const common = (op: AnyOp, description: OpDescription, operationId: string): Json => ({
  operationId,
  tags: [op.group],
  summary: op.summary,
  description: op.description,
  'x-units': description.units,
  'x-access': description.access,
  security: [...(op.access === 'key' ? [] : [{}]), ...CREDENTIALS, ...oauthSecurity(op)],
})

const CREDENTIALS: readonly Json[] = [{ bearerAuth: [] }, { apiKeyHeader: [] }]

/** Request headers that only some operations support. */
const headersOf = (op: AnyOp, method: string): readonly Json[] => [
  ...(method === 'POST' && op.idempotencyKey === true ? [IDEMPOTENCY_KEY] : []),
  ...(op.long === true ? [PREFER] : []),
]

const PREFER: Json = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`respond-async` (RFC 7240): the answer is 202 with a job to poll. `respond-async, wait=10`: only if the call takes longer than 10 seconds.',
  schema: { type: 'string' },
}

/** The 202 answer of long operations, with the body of get_job. */
const later = (op: AnyOp): Json => (op.long === true ? { 202: ACCEPTED } : {})

const ACCEPTED: Json = {
  description:
    'Accepted: the call was sent with `Prefer: respond-async` and runs as a job. The body is the job.',
  headers: {
    ...ANSWER_HEADERS,
    Location: { description: 'Address of the job, for polling.', schema: { type: 'string', format: 'uri' } },
    'Preference-Applied': { schema: { type: 'string' } },
    'Retry-After': { description: 'Seconds until the first poll.', schema: { type: 'integer' } },
  },
  content: { 'application/json': { schema: outputSchema(jobSchema) } },
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the call safe to repeat: with the same key and input it runs and is charged once. For 24 hours, repeats get the first answer with `Idempotent-Replayed: true`. Use a new UUID for each call.',
  schema: { type: 'string', minLength: 1, maxLength: 257 },
}

const parameter = (
  name: string,
  { description, ...schema }: JsonSchema,
  inPath: boolean,
  op: OpDescription,
): Json => ({
  name,
  in: inPath ? 'path' : 'query',
  required: inPath || (op.input.required?.includes(name) ?? false),
  ...(description === undefined ? {} : { description }),
  // Of the accepted forms of arrays, OpenAPI can express the comma list.
  ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
  schema,
})

const partOf = (input: JsonSchema, fields: readonly (readonly [string, JsonSchema])[]): JsonSchema => ({
  ...input,
  properties: Object.fromEntries(fields),
  required: (input.required ?? []).filter((name) => fields.some(([field]) => field === name)),
})

const jsonBody = (schema: JsonSchema): Json => ({
  required: (schema.required ?? []).length > 0,
  content: { 'application/json': { schema } },
})

const success = (description: OpDescription): Json => ({
  description: 'Success.',
  headers: ANSWER_HEADERS,
  content: { [description.media_type]: { schema: description.output } },
})

/** One response per status, which names all its codes. */
const failures = (op: AnyOp): Json => {
  const byStatus = Map.groupBy<number, ProblemCode>([...COMMON_CODES, ...op.errors], problemStatus)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problemTitle(code)}.`).join(' '),
        headers: ANSWER_HEADERS,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}
