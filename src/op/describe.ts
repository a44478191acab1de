/** Describes operations for callers: the entries of `GET /v1`, from which OpenAPI, agent tools, commands and the reference are generated. */
import type { AnyOp } from './define.ts'
import type { OpDescription } from './op-description.ts'
import { COMMON_CODES } from './problem/problem.ts'
import { inputSchema, outputSchema } from './schema/derived-schema.ts'

/** Version of the interface that `/v1` provides. */
export const API_VERSION = '1.0.0'

const DEFAULT_MEDIA_TYPE = 'application/json'

export const describeOp = (op: AnyOp): OpDescription => ({
  name: op.name,
  group: op.group,
  summary: op.summary,
  description: op.description,
  access: shownAccess(op),
  units: op.units,
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

/** Visitors of the map page are no callers of the interface. */
const shownAccess = ({ access }: AnyOp): string => {
  if (typeof access !== 'string') return access.describe
  return access === 'demonstration' ? 'key' : access
}

/** Converts route templates to OpenAPI's form: `{+id}` becomes `{id}`. */
export const shownPath = (path: string): string => path.replaceAll('{+', '{')

export const rpcPath = (name: string): string => `/v1/ops/${name}`
