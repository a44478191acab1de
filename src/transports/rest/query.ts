/** Query and path texts become the values that the input schema names; what does not read as one stays text, for the schema to refuse. */
import { type JsonSchema, typeName, withoutNull } from '../../op/schema/json-schema.ts'

/** A number as JSON writes it, leading zeros allowed. Everything else that `Number` takes (hex, spaces, empty) is refused. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

const READ: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (NUMBER.test(text) ? Number(text) : text),
  number: (text) => (NUMBER.test(text) ? Number(text) : text),
  boolean: (text) => ({ true: true, false: false })[text] ?? text,
}

export const inputFromQuery = (
  query: string,
  params: Readonly<Record<string, string>>,
  schema: JsonSchema,
): Readonly<Record<string, unknown>> => {
  const input: Record<string, unknown> = Object.create(null)
  if (query !== '') {
    const search = new URLSearchParams(query)
    for (const name of new Set(search.keys()))
      input[name] = read(search.getAll(name), schema.properties?.[name])
  }
  // The path goes last: a query cannot rename what the path names.
  for (const [name, text] of Object.entries(params)) input[name] = read([text], schema.properties?.[name])
  return input
}

const read = (texts: readonly string[], declared: JsonSchema = {}): unknown => {
  const schema = withoutNull(declared)
  const type = typeName(schema)
  if (type === 'array') return readArray(texts, schema.items || {})
  const values = texts.map(READ[type] ?? ((text: string) => text))
  return values.length === 1 ? values[0] : values
}

/** A JSON array, one value, a comma list, and repetitions of these. */
const readArray = (texts: readonly string[], items: JsonSchema): readonly unknown[] =>
  texts.flatMap((text) => {
    if (text.startsWith('[')) return jsonArray(text)
    return text === '' ? [] : text.split(',').map((part) => read([part.trim()], items))
  })

const jsonArray = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [text]
  } catch {
    return [text]
  }
}
