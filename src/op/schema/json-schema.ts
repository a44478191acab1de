/** The little of JSON Schema that operations use and that we read back. */

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

/** The type of a value that is there: of `["string", "null"]` the first. */
export const typeName = ({ type }: JsonSchema): string =>
  (typeof type === 'string' ? type : type?.find((name) => name !== 'null')) ?? ''

/** `anyOf: [X, null]` is how a nullable field is written that is more than a type. */
export const withoutNull = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find((variant) => variant.type !== 'null') ?? schema
