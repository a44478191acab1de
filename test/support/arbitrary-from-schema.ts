/** Values that a JSON Schema allows, for the keywords that the schemas of our operations use. */
import fc from 'fast-check'
import type { JsonSchema } from '../../src/op/schema/json-schema.ts'

/** Resolves `$ref`. */
export type Resolve = (reference: string) => JsonSchema

/** Schemas whose random values would all be refused get half of their values from here: `#/components/schemas/BoundaryId` → ids. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const MAX_ITEMS = 4
const MAX_LETTERS = 60

export const arbitraryOf = (schema: JsonSchema, resolve: Resolve, known: Known): fc.Arbitrary<unknown> => {
  const of = (inner: JsonSchema): fc.Arbitrary<unknown> => arbitraryOf(inner, resolve, known)
  const { $ref } = schema
  if (typeof $ref === 'string') {
    const values = known[$ref]
    const any = of(resolve($ref))
    return values === undefined ? any : fc.oneof(fc.constantFrom(...values), any)
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(of))
  const make = BY_TYPE[String(schema.type)]
  if (make === undefined) throw new Error(`No values for ${JSON.stringify(schema)}.`)
  return make(schema, of)
}

const BY_TYPE: Readonly<
  Record<
    string,
    (schema: JsonSchema, of: (schema: JsonSchema) => fc.Arbitrary<unknown>) => fc.Arbitrary<unknown>
  >
> = {
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  integer: ({ minimum, maximum }) =>
    fc.integer({ min: minimum ?? -1e6, max: Math.min(maximum ?? 1e6, 2 ** 53 - 1) }),
  number: ({ minimum, maximum }) =>
    fc.oneof(
      fc.integer({ min: Math.ceil(minimum ?? -1e6), max: Math.floor(maximum ?? 1e6) }),
      fc.double({ min: minimum ?? -1e6, max: maximum ?? 1e6, noNaN: true }),
    ),
  string: (schema) => texts(schema),
  array: (schema, of) =>
    schema.prefixItems !== undefined
      ? fc.tuple(...schema.prefixItems.map(of))
      : fc.array(of(schema.items || {}), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? MAX_ITEMS, Math.max(MAX_ITEMS, schema.minItems ?? 0)),
        }),
  object: ({ properties = {}, required = [] }, of) =>
    fc.record(Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, of(field)])), {
      requiredKeys: [...required],
    }),
}

const texts = ({
  pattern,
  examples,
  minLength = 0,
  maxLength = MAX_LETTERS,
}: JsonSchema): fc.Arbitrary<string> => {
  const samples = (examples ?? []) as readonly string[]
  const longest = Math.min(maxLength, MAX_LETTERS)
  // A text of the full length is among them.
  const made =
    typeof pattern === 'string'
      ? fc.stringMatching(new RegExp(pattern))
      : fc.oneof(
          fc.string({ unit: 'grapheme', minLength, maxLength: longest }),
          fc.string({ unit: 'binary', minLength, maxLength: longest }),
          fc.constant('x'.repeat(maxLength)),
        )
  // JSON Schema counts code points and the service UTF-16 units, of which there are more.
  const short = made.filter((text) => text.length <= maxLength)
  return samples.length === 0 ? short : fc.oneof(short, fc.constantFrom(...samples))
}
