/** The help of an operation beyond its options: usage, cost and examples. */

import { METES } from '../../../util/command-name.ts'
import type { CommandOperation } from '../host.ts'
import { dashedName, type Field, fieldsOf, numberNames } from '../input/schema-options.ts'
import { commandName } from '../short-names.ts'

export const positionalUsage = (positional: readonly Field[]): string =>
  [...positional.map((field) => argumentShown(field)), '[options]'].join(' ')

/** Converts the catalog's Markdown to text whose lines the terminal wraps. */
export const plainText = (markdown: string): string =>
  markdown
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\n(?![-*] )/g, ' '))
    .join('\n\n')
    .replaceAll('`', '')

export const operationNotes = (operation: CommandOperation): string => {
  const examples = operation.examples.map(
    ({ title, input }) =>
      `  # ${title}\n  $ ${METES} ${exampleLine(operation, input, commandName(operation.name))}`,
  )
  return [
    ...(examples.length > 0 ? [`\nExamples:\n${examples.join('\n\n')}`] : []),
    `\nCost on a server: ${costOf(operation)}. On this machine: ${localNeeds(operation)}.`,
  ].join('\n')
}

/** Writes an example input as a command line that a shell parses to the same input. */
export const exampleLine = (
  operation: CommandOperation,
  input: Readonly<Record<string, unknown>>,
  name = dashedName(operation.name),
): string => {
  const fields = fieldsOf(operation)
  const words = fields.flatMap((field) => {
    const value = input[field.name]
    if (value === undefined || operation.positional.includes(field.name)) return []
    if (field.type === 'boolean') return [value === true ? field.flag : field.flag.replace('--', '--no-')]
    return itemsOf(numbersAlone(field, value)).flatMap((item) => [field.flag, shellWord(item)])
  })
  const positional = operation.positional
    .filter((name) => input[name] !== undefined)
    .flatMap((name) => itemsOf(input[name]).map(shellWord))
  return [name, ...positional, ...words].join(' ')
}

const argumentShown = (field: Field): string => {
  const name = field.type === 'list' ? `${field.name}...` : field.name
  return field.required ? `<${name}>` : `[${name}]`
}

/** `49.6,6.1` for an object of numbers, if all are present. */
const numbersAlone = (field: Field, value: unknown): unknown => {
  const names = field.type === 'object' ? numberNames(field.schema) : null
  const numbers = names?.map((name) => (value as Readonly<Record<string, unknown>>)[name])
  return numbers?.every((each) => typeof each === 'number') ? numbers.join(',') : value
}

const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) && !value.some((item) => typeof item === 'object') ? value : [value]

const shellWord = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w.,:/@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

const costOf = ({ units, access }: CommandOperation): string => {
  const cost =
    typeof units === 'number' ? (units === 0 ? 'free' : `${units} unit${units === 1 ? '' : 's'}`) : units
  return `${cost}; ${KEY_NEEDS[access] ?? access}`
}

/** Operations about the caller's account (`requireAccount`), by group or name. */
const OF_AN_ACCOUNT: readonly string[] = ['account', 'jobs', 'upvote_feedback', 'remove_upvote']

const localNeeds = ({ group, name }: CommandOperation): string =>
  OF_AN_ACCOUNT.includes(group) || OF_AN_ACCOUNT.includes(name)
    ? 'free; METES_API_KEY says whose account'
    : 'free, no key required'

const KEY_NEEDS: Readonly<Record<string, string>> = { public: 'no key required', key: 'requires a key' }
