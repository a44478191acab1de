/** Parses command line words as input values. Only the type is checked here; the operation checks the rest. */
import { InvalidArgumentError } from 'commander'
import type { JsonSchema } from '../../../op/schema/json-schema.ts'
import { suggest } from '../../../util/suggest.ts'
import { UsageError } from '../exit-codes.ts'
import { type Field, type FieldType, numberNames, typeOf } from './schema-options.ts'

/** Parses the word of a field that is not a list. `label` names the field as the user wrote it. */
export const readValue = (field: Field, word: string, label: string): unknown =>
  READERS[field.type](word, label, field.schema)

/** Parses the words of a list: a JSON array, or one item per word. */
export const readList = (field: Field, words: readonly string[], label: string): unknown[] =>
  words.flatMap((word) => readItems(field, word, label))

const readItems = (field: Field, word: string, label: string): readonly unknown[] => {
  const items = field.items ?? {}
  const itemType = typeOf(items)
  if (itemType === 'list') return readTuples(word, label)
  if (word.trimStart().startsWith('[')) return readJsonWord(word, label, 'a JSON array') as unknown[]
  if (itemType === 'choice') return word.split(',').map((item) => readChoice(item.trim(), label, items))
  return [READERS[itemType](word, label, items)]
}

/** Parses items that are arrays, such as positions: `[[6.1,49.6],[6.2,49.7]]`, `[6.1,49.6]` or `6.1,49.6`. */
const readTuples = (word: string, label: string): readonly unknown[] => {
  const text = word.trimStart().startsWith('[') ? word : `[${word}]`
  const value = readJsonWord(text, label, 'comma-separated numbers or a JSON array') as unknown[]
  return Array.isArray(value[0]) ? value : [value]
}

type ValueReader = (word: string, label: string, schema: JsonSchema) => unknown

const numberReader =
  (isValid: (value: number) => boolean, what: string): ValueReader =>
  (word, label) => {
    const value = word.trim() === '' ? Number.NaN : Number(word)
    if (!isValid(value)) throw new UsageError(`${label} must be ${what}; "${word}" is not one.`)
    return value
  }

const readNumber = numberReader(Number.isFinite, 'a number')

const readChoice: ValueReader = (word, label, schema) => {
  const choices = (schema.enum ?? []).map(String)
  if (!choices.includes(word)) {
    const meant = suggest(word, choices)
    const hint = meant === null ? '' : `\n(Did you mean ${meant}?)`
    throw new UsageError(`${label} must be one of ${choices.join(', ')}; "${word}" is not.${hint}`)
  }
  return word
}

const readBoolean: ValueReader = (word, label) => {
  if (word !== 'true' && word !== 'false')
    throw new UsageError(`${label} must be true or false; "${word}" is neither.`)
  return word === 'true'
}

/** Accepts an object of numbers also as the bare numbers in order: `49.6,6.1`. */
const readObject: ValueReader = (word, label, schema) => {
  const names = numberNames(schema)
  if (names === null || word.trimStart().startsWith('{')) return readJsonWord(word, label, 'a JSON object')
  const words = word.split(',')
  if (words.length !== names.length)
    throw new UsageError(`${label} must be ${names.join(',')} or a JSON object; "${word}" is neither.`)
  return Object.fromEntries(names.map((name, at) => [name, readNumber(words[at], label, schema)]))
}

const READERS: Readonly<Record<FieldType, ValueReader>> = {
  text: (word) => word,
  number: readNumber,
  integer: numberReader(Number.isSafeInteger, 'a whole number'),
  boolean: readBoolean,
  choice: readChoice,
  list: (word, label) => readJsonWord(word, label, 'a JSON array'),
  object: readObject,
}

const readJsonWord = (word: string, label: string, expected: string): unknown => {
  try {
    return JSON.parse(word)
  } catch (error) {
    throw new UsageError(
      `${label} must be ${expected}; "${word}" is not valid JSON (${(error as Error).message}).`,
    )
  }
}

/** Reads an option that is no input of an operation. */
export const wholeNumber =
  (min: number, max: number) =>
  (word: string): number => {
    if (/^\d{1,9}$/.test(word) && Number(word) >= min && Number(word) <= max) return Number(word)
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
