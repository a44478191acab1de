/** `src/client/operations.ts`: the operations of the service as TypeScript types, from the schemas of OpenAPI. */
import type { AnyOp } from '../../src/op/define.ts'
import { PROBLEM_CODES } from '../../src/op/problem/problem.ts'
import type { JsonSchema } from '../../src/op/schema/json-schema.ts'
import { inputReference, outputReference } from '../../src/transports/rest/openapi-schemas.ts'
import { clientSchemas, referenced } from './client-schemas.ts'

export const clientTypes = (ops: readonly AnyOp[]): string =>
  [
    '/** Written by `npm run generate` from the definitions of the operations. */',
    ...Object.entries(clientSchemas(ops)).map(([name, schema]) => declaration(name, schema)),
    `/** The codes of problems. */\nexport type ProblemCode =\n${PROBLEM_CODES.map((code) => `  | '${code}'`).join('\n')}`,
    '/** Input and output by the name of the operation. */',
    `export interface Operations {\n${ops.map(entry).join('\n')}\n}`,
    '/** What the client knows of each operation besides its types. */',
    `export const OPERATIONS = {\n${ops.map(traits).join('\n')}\n} as const`,
    '',
  ].join('\n')

const entry = (op: AnyOp): string => {
  const types = { input: inputReference(op), output: outputReference(op) }
  return `${comment(op.summary, '  ')}  readonly ${op.name}: { readonly input: ${typeOf(types.input)}; readonly output: ${typeOf(types.output)} }`
}

const traits = (op: AnyOp): string =>
  `  ${op.name}: { isLong: ${op.long === true}, takesIdempotencyKey: ${op.idempotencyKey === true} },`

const declaration = (name: string, schema: JsonSchema): string => {
  const text = comment(schema.description, '')
  return schema.type === 'object' && schema.properties !== undefined
    ? `${text}export interface ${name} ${fieldsOf(schema, '')}`
    : `${text}export type ${name} = ${typeOf(schema)}`
}

const typeOf = (schema: JsonSchema, indent = ''): string => {
  const { $ref, anyOf, enum: values, const: value, type } = schema
  if (typeof $ref === 'string') return referenced($ref)
  if (anyOf !== undefined) return anyOf.map((each) => typeOf(each, indent)).join(' | ')
  if (values !== undefined) return values.map(literal).join(' | ')
  if (value !== undefined) return literal(value)
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(' | ')
  return BY_TYPE[String(type)]?.(schema, indent) ?? 'unknown'
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

const BY_TYPE: Readonly<Record<string, (schema: JsonSchema, indent: string) => string>> = {
  string: () => 'string',
  integer: () => 'number',
  number: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: ({ prefixItems, items, minItems, maxItems }, indent) => {
    if (prefixItems !== undefined)
      return `readonly [${prefixItems.map((each) => typeOf(each, indent)).join(', ')}]`
    const item = typeOf(items || {}, indent)
    if (minItems !== undefined && minItems === maxItems)
      return `readonly [${Array(minItems).fill(item).join(', ')}]`
    return `readonly ${item.includes(' | ') ? `(${item})` : item.startsWith('readonly') ? `(${item})` : item}[]`
  },
  object: (schema, indent) => {
    if (schema.properties !== undefined && Object.keys(schema.properties).length > 0)
      return fieldsOf(schema, indent)
    const { additionalProperties = true } = schema
    if (additionalProperties === false) return 'Record<string, never>'
    return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'}>>`
  },
}

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema, indent: string): string => {
  const inside = `${indent}  `
  const fields = Object.entries(properties).map(([name, field]) => {
    const isRequired = required.includes(name)
    const type = typeOf(field, inside)
    return `${comment(field.description, inside)}${inside}readonly ${name}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}`
  })
  return `{\n${fields.join('\n')}\n${indent}}`
}

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`
