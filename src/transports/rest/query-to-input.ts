/** Converts query and path texts to the types of the input schema. Text that cannot be converted stays text, which the schema rejects. */
import { type JsonSchema, typeName, withoutNull } from '../../op/schema/json-schema.ts'

/** A JSON number, also with leading zeros. Excludes other forms that `Number` accepts, such as hex and the empty text. */
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
      input[name] = readParameter(search.getAll(name), schema.properties?.[name])
  }
  // Path parameters come last, so that the query cannot override them.
  for (const [name, text] of Object.entries(params))
    input[name] = readParameter([text], schema.properties?.[name])
  return input
}

const readParameter = (texts: readonly string[], declared: JsonSchema = {}): unknown => {
  const schema = withoutNull(declared)
  const type = typeName(schema)
  if (type === 'array') return readArray(texts, schema.items || {})
  const values = texts.map(READ[type] ?? ((text: string) => text))
  return values.length === 1 ? values[0] : values
}

/** Accepts a JSON array, one value, a comma list, or repetitions of these. */
const readArray = (texts: readonly string[], items: JsonSchema): readonly unknown[] =>
  texts.flatMap((text) => {
    if (text.startsWith('[')) return jsonArray(text)
    return text === '' ? [] : text.split(',').map((part) => readParameter([part.trim()], items))
  })

const jsonArray = (text: string): readonly unknown[] => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [text]
  } catch {
    return [text]
  }
}
