/** Derives the public JSON Schema of an operation's input and output from its zod schemas. */
import { z } from 'zod'
import type { JsonSchema } from './json-schema.ts'

const inputs = new WeakMap<z.ZodType, JsonSchema>()
const outputs = new WeakMap<z.ZodType, JsonSchema>()

/** Returns the schema of the input as sent, before defaults and parsing. */
export const inputSchema = (schema: z.ZodType): JsonSchema => derived(inputs, schema, 'input')

/** Returns the schema of the output as received. */
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
