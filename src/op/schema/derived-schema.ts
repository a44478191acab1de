/** Derives the public JSON Schema of an operation's input and output from its zod schemas. */
import { z } from 'zod'
import type { JsonSchema } from './json-schema.ts'

const inputs = new WeakMap<z.ZodType, JsonSchema>()
const outputs = new WeakMap<z.ZodType, JsonSchema>()

/** The schema of what a caller sends, before defaults and parsing. */
export const inputSchema = (schema: z.ZodType): JsonSchema => derived(inputs, schema, 'input')

/** The schema of what a caller receives. */
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
