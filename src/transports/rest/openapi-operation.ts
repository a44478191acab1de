/** Describes one operation in OpenAPI: at its resource route and at its RPC route. */
import type { AnyOp } from '../../op/define.ts'
import { describeOp, shownPath } from '../../op/describe.ts'
import type { OpDescription } from '../../op/op-description.ts'
import { outputSchema } from '../../op/schema/derived-schema.ts'
import type { JsonSchema } from '../../op/schema/json-schema.ts'
import { contentOf, type Json, referenceTo } from '../openapi/document.ts'
import { failures, headers } from './openapi-responses.ts'
import { inputReference, outputReference, withReferences } from './openapi-schemas.ts'

export const restOperation = (op: AnyOp, security: readonly Json[]): Json => {
  const description = describeOp(op)
  const { method } = op.route
  const inPath = new Set([...shownPath(op.route.path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  const fields = Object.entries(description.input.properties ?? {})
  const outside = fields.filter(([name]) => method !== 'POST' || inPath.has(name))
  const inBody = fields.filter((field) => !outside.includes(field))
  return {
    ...common(op, description, op.name, security),
    parameters: [
      ...outside.map(([name, schema]) => parameter(name, schema, inPath.has(name), description)),
      ...headerParameters(op, method),
    ],
    ...(inBody.length === 0
      ? {}
      : { requestBody: requestBody(op, description.input, outside.length, inBody) }),
    responses: {
      ...(op.redirect === undefined ? { 200: success(op, method) } : redirected(op)),
      ...later(op),
      ...(method === 'GET' && op.redirect === undefined ? { 304: NOT_MODIFIED } : {}),
      ...failures(op, method),
    },
  }
}

export const rpcOperation = (op: AnyOp, security: readonly Json[]): Json => {
  const description = describeOp(op)
  return {
    ...common(op, description, `rpc_${op.name}`, security),
    parameters: headerParameters(op, 'POST'),
    requestBody: jsonRequestBody(description.input, inputReference(op)),
    responses: { 200: success(op, 'POST'), ...later(op), ...failures(op, 'POST') },
  }
}

const common = (
  op: AnyOp,
  description: OpDescription,
  operationId: string,
  security: readonly Json[],
): Json => ({
  operationId,
  tags: [op.group],
  summary: op.summary,
  description: op.description,
  'x-units': description.units,
  'x-access': description.access,
  security,
})

/** Request headers that only some operations support. */
const headerParameters = (op: AnyOp, method: string): readonly Json[] => [
  ...(method === 'POST' && op.idempotencyKey === true ? [referenceTo('parameters', 'IdempotencyKey')] : []),
  ...(op.long === true ? [referenceTo('parameters', 'Prefer')] : []),
  ...(op.long !== true && method === 'POST' && answersPolygon(op)
    ? [referenceTo('parameters', 'PreferSmall')]
    : []),
]

const answersPolygon = (op: AnyOp): boolean =>
  Object.hasOwn(outputSchema(op.output).properties ?? {}, 'download_url')

const PREFERENCES: JsonSchema = { type: 'string', maxLength: 1000, pattern: '^[ -~]*$' }
const SMALL =
  '`max-inline-bytes=8000`: if the answer with its polygon has more bytes, `geometry` is null and `download_url` names a file with it.'

const headerParameter = (name: string, description: string, schema: JsonSchema): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

export const HEADER_PARAMETERS: Json = {
  Prefer: headerParameter(
    'Prefer',
    `\`respond-async\` (RFC 7240): the answer is 202 with a job to poll. \`respond-async, wait=10\`: only if the call takes longer than 10 seconds. ${SMALL}`,
    { ...PREFERENCES, examples: ['respond-async', 'respond-async, max-inline-bytes=8000'] },
  ),
  PreferSmall: headerParameter('Prefer', SMALL, { ...PREFERENCES, examples: ['max-inline-bytes=8000'] }),
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'Makes the call safe to repeat: with the same key and input it runs and is charged once. For 24 hours, repeats get the first answer with `Idempotent-Replayed: true`. Use a new UUID for each call. 1 to 255 printable ASCII characters without spaces, or a quoted string (RFC 9651).',
    {
      type: 'string',
      minLength: 1,
      maxLength: 512,
      pattern: String.raw`^(?:[!#-~][!-~]{0,254}|"(?:[ !#-\[\]-~]|\\["\\]){1,255}")$`,
      examples: ['0b7d6bba-6c1e-4d0e-9d0f-4f1d8f1f2b11'],
    },
  ),
}

/** The 202 answer of long operations, with the body of get_job. */
const later = (op: AnyOp): Json => (op.long === true ? { 202: referenceTo('responses', 'Accepted') } : {})

export const ACCEPTED: Json = {
  description:
    'Accepted: the call was sent with `Prefer: respond-async` and runs as a job. The body is the job.',
  headers: headers('Location', 'Preference-Applied', 'Retry-After', 'Idempotent-Replayed'),
  content: contentOf('application/json', 'Job'),
}

const NOT_MODIFIED: Json = {
  description: 'Not modified: the entity tag in If-None-Match is still current.',
  headers: headers('ETag'),
}

const parameter = (name: string, schema: JsonSchema, inPath: boolean, op: OpDescription): Json => {
  const { description, ...rest } = schema
  return {
    name,
    in: inPath ? 'path' : 'query',
    required: inPath || (op.input.required?.includes(name) ?? false),
    ...(description === undefined ? {} : { description }),
    // OpenAPI can express only the comma list among the accepted forms of arrays.
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: withReferences(rest),
  }
}

/** The whole input has a name; the part outside the path has none. */
const requestBody = (
  op: AnyOp,
  input: JsonSchema,
  outside: number,
  fields: readonly (readonly [string, JsonSchema])[],
): Json => {
  if (outside === 0) return jsonRequestBody(input, inputReference(op))
  const part: JsonSchema = {
    ...input,
    properties: Object.fromEntries(fields),
    required: (input.required ?? []).filter((name) => fields.some(([field]) => field === name)),
  }
  return jsonRequestBody(part, withReferences(part))
}

const jsonRequestBody = (input: JsonSchema, schema: JsonSchema): Json => ({
  required: (input.required ?? []).length > 0,
  content: { 'application/json': { schema } },
})

const content = (op: AnyOp): Json => ({
  [op.mediaType ?? 'application/json']: { schema: outputReference(op) },
})

const success = (op: AnyOp, method: string): Json => ({
  description: 'Success.',
  headers: headers(
    ...(method === 'GET' ? ['ETag'] : []),
    ...(method === 'POST' && op.idempotencyKey === true ? ['Idempotent-Replayed'] : []),
  ),
  content: content(op),
})

/** Most clients follow a redirect and see only the file. */
const redirected = (op: AnyOp): Json => ({
  200: {
    description: 'The file itself, for clients that follow the redirect.',
    content: Object.fromEntries(
      (op.redirectMediaTypes ?? []).map((type) => [
        type,
        { schema: { type: type.endsWith('json') ? 'object' : 'string' } },
      ]),
    ),
  },
  302: { description: 'Redirect to the file.', headers: headers('Location'), content: content(op) },
})
