/** The registry told to callers: the entries of `GET /v1`, from which OpenAPI, agent tools, commands and the reference are made. */
import type { AnyOp } from './define.ts'
import { inputSchema, outputSchema } from './derived-schema.ts'
import type { JsonSchema } from './json-schema.ts'
import { COMMON_CODES } from './problem.ts'

export interface OpDescription {
  readonly name: string
  readonly group: string
  readonly summary: string
  readonly description: string
  readonly access: string
  /** Cost of one call in units, or how it is counted. */
  readonly units: number | string
  readonly read_only: boolean
  /** It tells its steps while it runs, and can be answered later: see `Prefer: respond-async`. */
  readonly long: boolean
  /** A POST with an Idempotency-Key can be repeated, and is done and charged once. */
  readonly idempotency_key: boolean
  readonly routes: {
    readonly rest: { readonly method: string; readonly path: string }
    readonly rpc: { readonly method: 'POST'; readonly path: string }
  }
  readonly positional: readonly string[]
  readonly media_type: string
  readonly errors: readonly string[]
  readonly examples: readonly { readonly title: string; readonly input: Readonly<Record<string, unknown>> }[]
  readonly input: JsonSchema
  readonly output: JsonSchema
}

const DEFAULT_MEDIA_TYPE = 'application/json'

export const describeOp = (op: AnyOp): OpDescription => ({
  name: op.name,
  group: op.group,
  summary: op.summary,
  description: op.description,
  access: typeof op.access === 'string' ? op.access : op.access.describe,
  units: typeof op.units === 'number' ? op.units : op.units.describe,
  read_only: op.readOnly,
  long: op.long === true,
  idempotency_key: op.idempotencyKey === true,
  routes: {
    rest: { method: op.route.method, path: shownPath(op.route.path) },
    rpc: { method: 'POST', path: rpcPath(op.name) },
  },
  positional: op.positional,
  media_type: op.mediaType ?? DEFAULT_MEDIA_TYPE,
  errors: [...COMMON_CODES, ...op.errors],
  examples: op.examples,
  input: inputSchema(op.input),
  output: outputSchema(op.output),
})

/** Route templates as OpenAPI and people write them: `{+id}` is `{id}`. */
export const shownPath = (path: string): string => path.replaceAll('{+', '{')

export const rpcPath = (name: string): string => `/v1/ops/${name}`
