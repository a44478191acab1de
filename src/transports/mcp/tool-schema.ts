/**
 * Writes the schemas of operations in the part of JSON Schema that validators of drafts 7 and 2020-12 read alike, and no
 * longer than a model needs: tool definitions are part of every conversation.
 */
import { isBound, type JsonSchema } from '../../op/schema/json-schema.ts'

/** Tools take and return objects. */
export type ToolSchema = JsonSchema & { readonly type: 'object' }

/** Returns the schema of the input, with the defaults of agents. */
export const toolInput = (schema: JsonSchema, defaults: Readonly<Record<string, unknown>>): ToolSchema => {
  const { properties = {}, ...rest } = plainSchema(schema)
  const withDefaults = Object.entries(properties).map(([name, field]) => [
    name,
    Object.hasOwn(defaults, name) ? defaultingTo(defaults[name], field) : field,
  ])
  return { ...rest, type: 'object', properties: Object.fromEntries(withDefaults) }
}

/** Replaces the default, which the description may state for other callers. */
const defaultingTo = (value: unknown, { description = '', ...field }: JsonSchema): JsonSchema => ({
  ...field,
  description: description.replace(/ Default: [^.]*\.$/, ''),
  default: value,
})

/** Returns two levels of the answer without descriptions: the text of each answer has the important parts. */
export const toolOutput = (schema: JsonSchema): ToolSchema => ({
  ...shallow(schema, OUTPUT_LEVELS),
  type: 'object',
})

const OUTPUT_LEVELS = 2

const shallow = (schema: JsonSchema, levels: number): JsonSchema => {
  const { anyOf, properties, required, items, prefixItems } = schema
  if (anyOf !== undefined) return shallowUnion(anyOf, levels)
  const type = schema.type === undefined ? {} : { type: schema.type }
  if (properties !== undefined && levels > 0) {
    const fields = Object.entries(properties).map(([name, field]) => [name, shallow(field, levels - 1)])
    return {
      ...type,
      properties: Object.fromEntries(fields),
      // At deeper levels the list would be as long as the properties.
      ...(required === undefined || levels < OUTPUT_LEVELS ? {} : { required }),
    }
  }
  if (prefixItems !== undefined) return fixedLength(prefixItems)
  if (items !== undefined && items !== false) return { ...type, items: shallow(items, 0) }
  const isListed =
    schema.const !== undefined || (schema.enum?.length ?? Number.POSITIVE_INFINITY) <= MAX_LISTED
  return isListed ? constants(schema) : type
}

/** A model knows longer lists, such as the file formats, from the names of their values. */
const MAX_LISTED = 8

/** `X | null` keeps its type; the variants of others, such as the two kinds of geometry, differ only further down. */
const shallowUnion = (variants: readonly JsonSchema[], levels: number): JsonSchema => {
  const known = variants.flatMap((variant) => variant.anyOf ?? [variant])
  const types = [...new Set(known.flatMap(({ type }) => type ?? []))]
  const main = known.filter(({ type }) => type !== 'null')
  // Constants are left out, because they would exclude null.
  const { enum: _values, const: _value, ...only } = main.length === 1 ? shallow(main[0], levels) : {}
  return { ...only, type: types.length === 1 ? types[0] : types }
}

const constants = ({ const: constant, enum: values }: JsonSchema): JsonSchema =>
  values === undefined ? { const: constant } : { enum: values }

/** Draft 7 has no `prefixItems`, and strict validators reject it. */
const fixedLength = (places: readonly JsonSchema[]): JsonSchema => ({
  type: 'array',
  items: { type: places[0].type },
  minItems: places.length,
  maxItems: places.length,
})

const plainSchema = (schema: JsonSchema): JsonSchema => {
  const { properties, items, prefixItems, anyOf, minimum, maximum, examples, ...rest } = schema
  if (prefixItems !== undefined)
    return { ...fixedLength(prefixItems), ...(rest.description && { description: rest.description }) }
  const { description = '' } = rest
  return {
    ...rest,
    // The description of ids already has them.
    ...(Array.isArray(examples) && !description.includes(String(examples[0])) && { examples }),
    ...((rest.enum?.length ?? 0) > MAX_LISTED && { description: description.replace(/(?<=\.) .*$/s, '') }),
    ...(isBound(minimum) && { minimum }),
    ...(isBound(maximum) && { maximum }),
    ...(properties && { properties: mapValues(properties, plainSchema) }),
    ...(items && { items: plainSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(plainSchema) }),
  }
}

const mapValues = (
  values: Readonly<Record<string, JsonSchema>>,
  change: (value: JsonSchema) => JsonSchema,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
