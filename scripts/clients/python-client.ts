/** The generated files of the Python client: the types of answers, and a method for each operation. */
import type { AnyOp } from '../../src/op/define.ts'
import { describeOp } from '../../src/op/describe.ts'
import { PROBLEM_CODES } from '../../src/op/problem/problem.ts'
import type { JsonSchema } from '../../src/op/schema/json-schema.ts'
import { outputReference, pascalCase } from '../../src/transports/rest/openapi-schemas.ts'
import { clientSchemas } from './client-schemas.ts'
import { pythonCall } from './python-call.ts'
import { docstring, pythonLiteral, withShortLines, wrapped } from './python-text.ts'
import { createPythonTypes, type PythonTypes, pythonName } from './python-types.ts'

export interface PythonClient {
  /** `types.py` */
  readonly types: string
  /** `operations.py` */
  readonly operations: string
}

/** @param version of the package */
export const pythonClient = (ops: readonly AnyOp[], version: string): PythonClient => {
  const types = createPythonTypes()
  const schemas = clientSchemas(ops)
  const inputs = new Map(ops.map((op) => [`${pascalCase(op.name)}Input`, op]))
  types.declare('ProblemCode', {
    enum: [...PROBLEM_CODES, ...CODES_OF_THE_CLIENT],
    description: `The codes of problems. The client's own are ${CODES_OF_THE_CLIENT.join(', ')}.`,
  })
  for (const [name, schema] of Object.entries(schemas)) if (!inputs.has(name)) types.declare(name, schema)
  const methods = [...inputs].map(([name, op]) => method(op, name, schemas[name], types))
  return {
    types: withShortLines(typesFile([...types.declarations.values()])),
    operations: withShortLines(
      operationsFile(ops, methods.join('\n'), [...types.declarations.keys()], version),
    ),
  }
}

/** Of calls without an answer of the service: `errors.py` makes these problems. */
const CODES_OF_THE_CLIENT = ['unreachable', 'unexpected_answer', 'job_cancelled']

const GENERATED = 'Written by "npm run generate" from the definitions of the operations.'

const typesFile = (declarations: readonly string[]): string => `"""The types of answers.

${GENERATED}
"""

from typing import Any, Literal, Optional, TypedDict, Union

${declarations.join('\n\n')}`

const operationsFile = (
  ops: readonly AnyOp[],
  methods: string,
  types: readonly string[],
  version: string,
): string => {
  const words = new Set(methods.replaceAll(/""".*?"""/gs, '').match(/\w+/g))
  const imported = types.filter((name) => words.has(name)).sort()
  return `"""A method for each operation.

${GENERATED}
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Optional, Union, overload

from .jobs import LongAnswer
from .types import (
${imported.map((name) => `    ${name},\n`).join('')})

VERSION = ${pythonLiteral(version)}
"""The version of Metes to which this client belongs."""

TAKE_IDEMPOTENCY_KEY = frozenset(
    [
${ops.map((op) => (op.idempotencyKey ? `        ${pythonLiteral(op.name)},\n` : '')).join('')}    ]
)


class Operations:
    """A method for each operation."""

    def _call(
        self, operation: str, input: Mapping[str, Any], idempotency_key: Optional[str] = None
    ) -> Any:
        raise NotImplementedError

    def _call_long(
        self,
        operation: str,
        input: Mapping[str, Any],
        idempotency_key: Optional[str],
        job_after_seconds: Optional[int],
    ) -> Any:
        raise NotImplementedError

${methods}`
}

interface Parameter {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isPositional: boolean
  readonly text: string
}

const method = (op: AnyOp, inputName: string, input: JsonSchema, types: PythonTypes): string => {
  const output = types.typeOf(outputReference(op), '', 'output')
  const fields = parametersOf(op, inputName, input, types)
  const parameters = [...fields, ...(op.idempotencyKey ? [IDEMPOTENCY_KEY] : [])]
  const result = op.long ? `Union[${output}, LongAnswer[${output}]]` : output
  const body = [
    `        answer: ${result} = self.${op.long ? '_call_long' : '_call'}(`,
    `            ${pythonLiteral(op.name)},`,
    `            {${fields.map(({ name }) => `\n                "${name}": ${name},`).join('')}${fields.length === 0 ? '' : '\n            '}},`,
    ...(op.idempotencyKey ? ['            idempotency_key,'] : []),
    ...(op.long ? ['            job_after_seconds,'] : []),
    '        )',
    '        return answer\n',
  ].join('\n')
  if (!op.long) return `${signature(op, parameters, output)}\n${documentation(op, parameters)}\n${body}`
  const withJob = [...parameters, JOB_AFTER_SECONDS]
  return [
    overload(op, [...parameters, { ...JOB_AFTER_SECONDS, type: 'None' }], output),
    overload(op, [...parameters, { ...JOB_AFTER_SECONDS, isRequired: true }], `LongAnswer[${output}]`),
    // For programs that pass on an argument of their own.
    overload(op, [...parameters, { ...JOB_AFTER_SECONDS, type: 'Optional[int]', isRequired: true }], result),
    `${signature(op, withJob, result)}\n${documentation(op, withJob)}\n${body}`,
  ].join('\n')
}

const overload = (op: AnyOp, parameters: readonly Parameter[], output: string): string =>
  `    @overload\n${signature(op, parameters, output)} ...\n`

const IDEMPOTENCY_KEY: Parameter = {
  name: 'idempotency_key',
  type: 'str',
  isRequired: false,
  isPositional: false,
  text: 'Repeats with the same key get the first answer and cost nothing. Default: a new key for each call, which its retries share.',
}

const JOB_AFTER_SECONDS: Parameter = {
  name: 'job_after_seconds',
  type: 'int',
  isRequired: false,
  isPositional: false,
  text: 'Returns a `LongAnswer`, which may be a job: the call runs as one if it takes longer than these seconds.',
}

/** Positional ones first, required ones before the others. */
const parametersOf = (
  op: AnyOp,
  inputName: string,
  { properties = {}, required = [] }: JsonSchema,
  types: PythonTypes,
): readonly Parameter[] => {
  const parameter = (name: string): Parameter => {
    const field = properties[name]
    const given = field.default === undefined ? '' : ` Default: ${pythonLiteral(field.default)}.`
    return {
      name: pythonName(name),
      type: types.typeOf(field, `${inputName}${pascalCase(name)}`, 'input'),
      isRequired: required.includes(name),
      isPositional: op.positional.includes(name),
      text: `${field.description ?? describeOp(op).input.properties?.[name]?.description ?? ''}${given}`,
    }
  }
  const others = Object.keys(properties).filter((name) => !op.positional.includes(name))
  return [
    ...op.positional.map(parameter),
    ...others.map(parameter).sort((a, b) => Number(b.isRequired) - Number(a.isRequired)),
  ]
}

const signature = (op: AnyOp, parameters: readonly Parameter[], output: string): string => {
  const lines = parameters.flatMap(({ name, type, isRequired, isPositional }, index) => [
    ...(!isPositional && (index === 0 || parameters[index - 1].isPositional) ? ['*'] : []),
    isRequired ? `${name}: ${type}` : `${name}: ${type === 'None' ? type : `Optional[${type}]`} = None`,
  ])
  return [
    `    def ${op.name}(`,
    ...['self', ...lines].map((line) => `        ${line},`),
    `    ) -> ${output}:`,
  ].join('\n')
}

/** Callers of the client ask for a job with an argument, which becomes the header, and get an object instead of a status. */
const inWordsOfPython = (text: string): string =>
  text
    .replace(
      'with the header `Prefer: respond-async` answers 202 with a job',
      'with `job_after_seconds` returns a `LongAnswer`, which may have a job',
    )
    .replace('`Prefer: respond-async`', '`job_after_seconds`')

const INDENT = '        '

const documentation = (op: AnyOp, parameters: readonly Parameter[]): string => {
  const description = describeOp(op)
  const { access, units, errors, examples } = description
  const inside = `${INDENT}    `
  const example = examples[0]
  const call = pythonCall(description, example.input)
  const sections = [
    wrapped(op.summary, INDENT),
    wrapped(inWordsOfPython(op.description), INDENT),
    wrapped(`Access: ${access}. Units: ${units}.`, INDENT),
    ...(parameters.length === 0
      ? []
      : [
          `${INDENT}Args:\n${parameters.map(({ name, text }) => wrapped(`${name}: ${text}`, inside, '    ')).join('\n')}`,
        ]),
    `${INDENT}Raises:\n${wrapped(`MetesProblem: ${errors.join(', ')}.`, inside, '    ')}`,
    `${INDENT}Example:\n${wrapped(`${example.title}: \`${call}\``, inside, '    ')}`,
  ]
  return docstring(sections.join('\n\n'), INDENT)
}
