/** Writes a call with the Python client. */
import type { OpDescription } from '../../src/op/op-description.ts'
import { pythonLiteral } from './python-text.ts'
import { pythonName } from './python-types.ts'

const MAX_LINE_LETTERS = 80

/** On one line, without an assignment. */
export const pythonCall = (op: Operation, input: Input): string =>
  `${op.name}(${argumentsOf(op, input).join(', ')})`

/** As a statement. A long one has each argument on a line of its own. */
export const pythonStatement = (op: Operation, input: Input): string => {
  const line = `answer = metes.${pythonCall(op, input)}`
  if (line.length <= MAX_LINE_LETTERS) return line
  const lines = argumentsOf(op, input).map((argument) => `    ${argument},\n`)
  return `answer = metes.${op.name}(\n${lines.join('')})`
}

type Operation = Pick<OpDescription, 'name' | 'positional' | 'input'>
type Input = Readonly<Record<string, unknown>>

/** A single required field of a command needs no name. Several keep theirs, so that latitude and longitude stay apart. */
const argumentsOf = ({ positional, input: schema }: Operation, input: Input): readonly string[] =>
  Object.entries(input).map(([name, value]) => {
    const isUnnamed = positional.length === 1 && positional[0] === name && schema.required?.includes(name)
    return `${isUnnamed ? '' : `${pythonName(name)}=`}${pythonLiteral(value)}`
  })
