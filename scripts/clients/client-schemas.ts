/** The named schemas of which the types of the clients are made. */
import type { AnyOp } from '../../src/op/define.ts'
import type { JsonSchema } from '../../src/op/schema/json-schema.ts'
import { PROBLEM_SCHEMA } from '../../src/transports/rest/openapi-responses.ts'
import { schemaComponents } from '../../src/transports/rest/openapi-schemas.ts'

export const clientSchemas = (ops: readonly AnyOp[]): Readonly<Record<string, JsonSchema>> => ({
  ...(schemaComponents(ops) as Readonly<Record<string, JsonSchema>>),
  Problem: withoutCodes(PROBLEM_SCHEMA),
})

/** The enumeration of codes has its own name. */
const withoutCodes = (schema: typeof PROBLEM_SCHEMA): JsonSchema => {
  const { properties, ...rest } = schema as JsonSchema
  return { ...rest, properties: { ...properties, code: { $ref: '#/components/schemas/ProblemCode' } } }
}

/** The name of the schema that a `$ref` refers to. */
export const referenced = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)
