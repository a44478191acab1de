/** The JSON Schema of an operation's input and output, as callers see it, and the little of its vocabulary that we read back. */
import { z } from 'zod'

export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly type?: string
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

const inputs = new WeakMap<z.ZodType, JsonSchema>()
const outputs = new WeakMap<z.ZodType, JsonSchema>()

/** What a caller may write, before defaults and parsing. */
export const inputSchema = (schema: z.ZodType): JsonSchema => derived(inputs, schema, 'input')

/** What a caller gets. */
export const outputSchema = (schema: z.ZodType): JsonSchema => derived(outputs, schema, 'output')

const derived = (
  known: WeakMap<z.ZodType, JsonSchema>,
  schema: z.ZodType,
  io: 'input' | 'output',
): JsonSchema => {
  const before = known.get(schema)
  if (before !== undefined) return before
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  const json = made as JsonSchema
  known.set(schema, json)
  return json
}
