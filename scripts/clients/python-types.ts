/** Python types of JSON schemas: an object is a TypedDict, an enumeration a Literal. Their code runs on Python 3.9. */
import type { JsonSchema } from '../../src/op/schema/json-schema.ts'
import { pascalCase } from '../../src/transports/rest/openapi-schemas.ts'
import { referenced } from './client-schemas.ts'
import { docstring, pythonLiteral, wrapped } from './python-text.ts'

/** Lists that callers pass may be any sequence, such as a tuple; answers have lists. */
type Direction = 'input' | 'output'

export interface PythonTypes {
  /** Declares the type under the name. */
  declare(name: string, schema: JsonSchema): void
  /** The type as an expression; `path` names objects in it that have no name of their own, and they are declared. */
  typeOf(schema: JsonSchema, path: string, direction: Direction): string
  /** All declarations by name, each after those that it contains. */
  readonly declarations: ReadonlyMap<string, string>
}

export const createPythonTypes = (): PythonTypes => {
  const declarations = new Map<string, string>()

  const declare = (name: string, schema: JsonSchema, direction: Direction = 'output'): void => {
    const text = hasFields(schema)
      ? classOf(name, schema, direction)
      : `${name} = ${typeOf(schema, schema.type === 'array' ? `${name}Item` : name, direction)}\n${comment(schema.description, '')}`
    declarations.set(name, text)
  }

  const typeOf = (schema: JsonSchema, path: string, direction: Direction): string => {
    const { $ref, anyOf, enum: values, const: value, type } = schema
    if (typeof $ref === 'string') return referenced($ref)
    if (anyOf !== undefined)
      return union(anyOf.map((each) => typeOf(each, `${path}${variantName(each)}`, direction)))
    if (values !== undefined) return `Literal[${values.map(pythonLiteral).join(', ')}]`
    if (value !== undefined) return `Literal[${pythonLiteral(value)}]`
    if (Array.isArray(type))
      return union(type.map((each) => typeOf({ ...schema, type: each }, path, direction)))
    if (type === 'array') return listOf(schema, path, direction)
    if (type === 'object') return objectOf(schema, path, direction)
    return SIMPLE[String(type)] ?? 'Any'
  }

  const listOf = ({ prefixItems, items }: JsonSchema, path: string, direction: Direction): string => {
    const types = (prefixItems ?? [items || {}]).map((each) => typeOf(each, path, direction))
    return `${direction === 'input' ? 'Sequence' : 'list'}[${union([...new Set(types)])}]`
  }

  const objectOf = (schema: JsonSchema, path: string, direction: Direction): string => {
    if (hasFields(schema)) {
      declare(path, schema, direction)
      return path
    }
    const { additionalProperties: members } = schema
    return `dict[str, ${typeof members === 'object' ? typeOf(members, path, direction) : 'Any'}]`
  }

  /** Python 3.9 has no NotRequired: the optional fields are inherited. */
  const classOf = (name: string, schema: JsonSchema, direction: Direction): string => {
    const { properties = {}, required = [], description } = schema
    const fields = Object.entries(properties).map(([field, of]) => ({
      isRequired: required.includes(field),
      text: `    ${pythonName(field)}: ${typeOf(of, `${name}${pascalCase(field)}`, direction)}\n${comment(of.description, '    ')}`,
    }))
    const textOf = (isRequired: boolean): string =>
      fields
        .filter((field) => field.isRequired === isRequired)
        .map(({ text }) => text)
        .join('')
    const [always, sometimes] = [textOf(true), textOf(false)]
    const text = description === undefined ? '' : `${comment(description, '    ')}\n`
    if (always === '') return `class ${name}(TypedDict, total=False):\n${text}${sometimes}`
    if (sometimes === '') return `class ${name}(TypedDict):\n${text}${always}`
    return `class _${name}Optional(TypedDict, total=False):\n${sometimes}\n\nclass ${name}(_${name}Optional):\n${text}${always}`
  }

  return { declare, typeOf, declarations }
}

const hasFields = ({ type, properties = {} }: JsonSchema): boolean =>
  type === 'object' && Object.keys(properties).length > 0

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

/** `Polygon` of an object whose `type` says so. */
const variantName = ({ properties }: JsonSchema): string => String(properties?.type?.const ?? '')

const union = (types: readonly string[]): string => {
  const others = types.filter((type) => type !== 'None')
  const joined = others.length === 1 ? others[0] : `Union[${others.join(', ')}]`
  return others.length === types.length ? joined : `Optional[${joined}]`
}

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${docstring(wrapped(text, indent), indent)}\n`

/** @throws if Python cannot have the name as a field or an argument */
export const pythonName = (name: string): string => {
  if (/^[a-z_]\w*$/.test(name) && !KEYWORDS.includes(name)) return name
  throw new Error(`"${name}" is no name in Python: the Python client needs another one for it.`)
}

/** https://docs.python.org/3/reference/lexical_analysis.html#keywords; those with a capital letter are no field names of ours. */
const KEYWORDS: readonly string[] = [
  ...['and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del', 'elif', 'else'],
  ...['except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal', 'not'],
  ...['or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield'],
]
