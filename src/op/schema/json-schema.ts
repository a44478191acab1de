/** The part of JSON Schema that the schemas of operations use. */

export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema | false
  readonly prefixItems?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly additionalProperties?: boolean | JsonSchema
}

/** False for the range of safe integers, which zod writes as limits. */
export const isBound = (limit: number | undefined): limit is number =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER

/** Returns the non-null type: `string` for `["string", "null"]`. */
export const typeName = ({ type }: JsonSchema): string =>
  (typeof type === 'string' ? type : type?.find((name) => name !== 'null')) ?? ''

/** Unwraps `anyOf: [X, null]`, the form of nullable objects. */
export const withoutNull = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find((variant) => variant.type !== 'null') ?? schema
