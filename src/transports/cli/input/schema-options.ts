/** Derives command line options from the JSON Schema of an operation's input. */
import { isBound, type JsonSchema, typeName, withoutNull } from '../../../op/schema/json-schema.ts'
import { grouped } from '../../../util/count-with-noun.ts'
import type { CommandOperation } from '../host.ts'

export type FieldType = 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'list' | 'object'

export interface Field {
  /** Wire name, `admin_level`. */
  readonly name: string
  /** Option, `--admin-level`. */
  readonly flag: string
  readonly type: FieldType
  readonly schema: JsonSchema
  /** Schema of the items of a list; null otherwise. */
  readonly items: JsonSchema | null
  readonly choices: readonly string[]
  readonly required: boolean
  /** One line of help with description, range and default. */
  readonly help: string
}

export const dashedName = (name: string): string => name.replaceAll('_', '-')

export const fieldsOf = (operation: CommandOperation): readonly Field[] =>
  Object.entries(operation.input.properties ?? {}).map(([name, declared]) => {
    const schema = withoutNull(declared)
    const type = typeOf(schema)
    return {
      name,
      flag: `--${dashedName(name)}`,
      type,
      schema,
      items: type === 'list' ? withoutNull(itemsOf(schema)) : null,
      choices: choicesOf(schema),
      required: (operation.input.required ?? []).includes(name) && declared.default === undefined,
      help: helpOf(declared, schema, type),
    }
  })

/** The placeholder in `--field <…>`. */
export const placeholder = (field: Field): string =>
  ({
    text: 'text',
    integer: 'integer',
    number: 'number',
    boolean: 'boolean',
    choice: field.name.replaceAll('_', '-'),
    list: LIST_PLACEHOLDERS[typeOf(field.items ?? {})] ?? 'json',
    object: numberNames(field.schema)?.join(',') ?? 'json',
  })[field.type]

const LIST_PLACEHOLDERS: Partial<Readonly<Record<FieldType, string>>> = {
  text: 'text',
  choice: 'choice',
  integer: 'integer',
}

export const typeOf = (schema: JsonSchema): FieldType => {
  if (choicesOf(schema).length > 0 && schema.type !== 'array') return 'choice'
  return TYPES[typeName(schema)] ?? 'text'
}

const TYPES: Readonly<Record<string, FieldType>> = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
}

/** Tuples have `prefixItems` instead of `items`; the operation checks their members. */
const itemsOf = (schema: JsonSchema): JsonSchema => schema.items || {}

const choicesOf = (schema: JsonSchema): readonly string[] =>
  [...(schema.enum ?? []), ...(itemsOf(schema).enum ?? [])].filter((value) => typeof value === 'string')

const helpOf = (declared: JsonSchema, schema: JsonSchema, type: FieldType): string => {
  const description = (declared.description ?? '').replaceAll('`', '').replace(/\.$/, '')
  const choices = choicesOf(schema)
  const facts = [
    choices.length > 0 ? `one of ${choices.join(', ')}` : rangeOf(schema, type),
    type === 'list' ? 'may be repeated, or given as a JSON array' : '',
    type === 'object' ? objectHelp(schema) : '',
    isShown(declared.default) ? `default ${shownDefault(declared.default)}` : '',
  ].filter((fact) => fact !== '')
  if (facts.length === 0) return description
  return description === '' ? facts.join('; ') : `${description} (${facts.join('; ')})`
}

const rangeOf = (schema: JsonSchema, type: FieldType): string => {
  if (type === 'text') return range(schema.minLength, schema.maxLength, ' characters')
  if (type === 'list') return range(schema.minItems, schema.maxItems, ' items')
  return range(schema.minimum, schema.maximum, '')
}

const objectHelp = (schema: JsonSchema): string => {
  const numbers = numberNames(schema)
  const json = `a JSON object with ${Object.keys(schema.properties ?? {}).join(', ')}`
  return numbers === null ? json : `${numbers.join(',')}, or ${json}`
}

/** The property names of an object that has only numbers; null for any other. */
export const numberNames = (schema: JsonSchema): readonly string[] | null => {
  const properties = Object.entries(schema.properties ?? {})
  const areNumbers = properties.length > 0 && properties.every(([, each]) => typeOf(each) === 'number')
  return areNumbers ? properties.map(([name]) => name) : null
}

const range = (low: number | undefined, high: number | undefined, unit: string): string => {
  if (isBound(low) && isBound(high)) return `${grouped(low)} to ${grouped(high)}${unit}`
  if (isBound(high)) return `at most ${grouped(high)}${unit}`
  return isBound(low) && !(unit !== '' && low <= 1) ? `at least ${grouped(low)}${unit}` : ''
}

const isShown = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

const shownDefault = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
