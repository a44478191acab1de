/** Explains invalid input: one sentence for each fault, with the field, the expected and the sent value. */
import type { z } from 'zod'
import { counted, grouped } from '../../util/count-with-noun.ts'
import { shortened } from '../../util/shorten-text.ts'
import { suggest } from '../../util/suggest.ts'
import { inputSchema } from '../schema/derived-schema.ts'
import { isBound, type JsonSchema, typeName, withoutNull } from '../schema/json-schema.ts'
import type { Issue } from './problem-facts.ts'

/** Ten thousand bad points are one mistake: only the first faults are reported. */
export const MAX_ISSUES = 20

export const issuesOf = (error: z.ZodError, schema: z.ZodType, input: unknown): readonly Issue[] => {
  const json = inputSchema(schema)
  return error.issues.flatMap((issue) => issuesOfOne(issue, json, input)).slice(0, MAX_ISSUES)
}

const issuesOfOne = (issue: z.core.$ZodIssue, json: JsonSchema, input: unknown): readonly Issue[] => {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_ISSUES).map((key) => unknownField(issue.path, key, json))
  const value = valueAt(input, issue.path)
  const path = issue.path.join('.')
  // Messages of our own schemas are more specific than one made from the JSON Schema.
  if (issue.code === 'custom' || issue.code === 'invalid_format') {
    const code = issue.code === 'custom' ? issue.params?.code : null
    return [{ path, message: issue.message, code: typeof code === 'string' ? code : 'invalid_format' }]
  }
  const subject = path === '' ? 'The input' : path
  const expected = expectation(schemaAt(json, issue.path))
  if (value === undefined)
    return [{ path, message: `${subject} is required: it must be ${expected}.`, code: 'required' }]
  return [
    {
      path,
      message: `${subject} must be ${expected}, but is ${shownValue(value)}.`,
      code: CODES[issue.code] ?? 'invalid',
    },
  ]
}

const CODES: Readonly<Record<string, string>> = {
  invalid_type: 'wrong_type',
  invalid_value: 'not_one_of',
  too_small: 'out_of_range',
  too_big: 'out_of_range',
}

const unknownField = (path: readonly PropertyKey[], key: string, json: JsonSchema): Issue => {
  const known = Object.keys(schemaAt(json, path).properties ?? {})
  const meant = suggest(key, known)
  const hint =
    meant !== null
      ? `Did you mean ${meant}?`
      : known.length === 0
        ? 'There are no fields.'
        : `The fields are ${known.join(', ')}.`
  const name = [...path, key].join('.')
  return {
    path: name,
    message: `${shortened(name, MAX_LETTERS)} is not a field of this operation. ${hint}`,
    code: 'unknown_field',
  }
}

const schemaAt = (schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema =>
  path.reduce<JsonSchema>((at, step) => {
    const inner = withoutNull(at)
    if (typeof step === 'number') return inner.prefixItems?.[step] ?? (inner.items || {})
    return inner.properties?.[String(step)] ?? {}
  }, schema)

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<PropertyKey, unknown>)[step]
        : undefined,
    input,
  )

/** Returns the expected value, as a phrase that follows "must be". */
const expectation = (declared: JsonSchema): string => {
  const schema = withoutNull(declared)
  if (schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  const phrase = PHRASES[typeName(schema)] ?? (() => 'something else')
  return phrase(schema)
}

const PHRASES: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  string: ({ minLength, maxLength }) => `a string${range(minLength, maxLength, ' characters', ' of')}`,
  integer: ({ minimum, maximum }) => `an integer${range(minimum, maximum, '', ' from')}`,
  number: ({ minimum, maximum }) => `a number${range(minimum, maximum, '', ' from')}`,
  boolean: () => 'true or false',
  null: () => 'null',
  object: ({ description }) =>
    description === undefined ? 'a JSON object' : `a JSON object: ${sentencePart(description)}`,
  array: ({ description, prefixItems, items, minItems, maxItems }) => {
    if (description !== undefined && prefixItems !== undefined) return sentencePart(description)
    const each = items ? `, each ${expectation(items)}` : ''
    return `an array${range(minItems, maxItems, ' items', ' of')}${each}`
  },
}

const sentencePart = (description: string): string => description.replace(/\.$/, '')

const range = (low: number | undefined, high: number | undefined, unit: string, word: string): string => {
  if (isBound(low) && isBound(high)) return `${word} ${grouped(low)} to ${grouped(high)}${unit}`
  if (isBound(high)) return `${word === ' from' ? '' : word} at most ${grouped(high)}${unit}`
  return isBound(low) ? `${word === ' from' ? '' : word} at least ${grouped(low)}${unit}` : ''
}

/** Longer values are cut: an answer must not repeat a megabyte. */
const MAX_LETTERS = 60

/** Shows only flat values: `JSON.stringify` fails on deeply nested ones. */
const isShort = (values: readonly unknown[]): boolean =>
  values.length <= 4 && values.every((value) => typeof value !== 'object' || value === null)

/** Returns the sent value, shortened for a sentence. */
export const shownValue = (value: unknown): string => {
  if (Array.isArray(value))
    return isShort(value)
      ? shortened(JSON.stringify(value), MAX_LETTERS)
      : `an array of ${counted(value.length, 'item')}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'number') return String(value)
  return shortened(JSON.stringify(value), MAX_LETTERS)
}
