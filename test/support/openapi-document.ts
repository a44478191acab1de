/** The OpenAPI document as a client reads it: operations with their parameters, bodies and declared answers. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from '../../src/op/schema/json-schema.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  /** Null where no body is read. */
  readonly body: { readonly required: boolean; readonly schema: JsonSchema } | null
  /** By status and media type; null for an answer without a body. */
  readonly answers: ReadonlyMap<number, ReadonlyMap<string, ValidateFunction> | null>
}

interface Documented {
  readonly operationId: string
  readonly parameters?: readonly object[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
  }
  readonly responses: Readonly<Record<string, object>>
}

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

export interface OpenApiDocument {
  readonly operations: readonly DocumentedOperation[]
  readonly resolve: (reference: string) => JsonSchema
  readonly isValid: (schema: JsonSchema, value: unknown) => boolean
}

export const readOpenApi = (document: object): OpenApiDocument => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false })
  ajv.addSchema(document, 'openapi')
  const resolve = <T>(given: T): T => {
    const { $ref } = given as { $ref?: string }
    return $ref === undefined ? given : (at(document, $ref) as T)
  }
  /** References lead from the schema into the document. */
  const inDocument = (schema: JsonSchema): JsonSchema =>
    JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"openapi#'))
  const compiled = new Map<string, ValidateFunction>()
  const validator = (schema: JsonSchema): ValidateFunction => {
    const text = JSON.stringify(schema)
    const validate = compiled.get(text) ?? ajv.compile(inDocument(schema))
    compiled.set(text, validate)
    return validate
  }
  const answerOf = (given: object): ReadonlyMap<string, ValidateFunction> | null => {
    const { content } = resolve(given) as Answer
    if (content === undefined) return null
    return new Map(Object.entries(content).map(([type, { schema }]) => [type, validator(schema)]))
  }
  const { paths } = document as { paths: Record<string, Record<string, Documented>> }
  return {
    resolve: (reference) => at(document, reference) as JsonSchema,
    isValid: (schema, value) => validator(schema)(value),
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const { required = false, content } = operation.requestBody ?? {}
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          parameters: (operation.parameters ?? []).map((each) => resolve(each) as Parameter),
          body: content === undefined ? null : { required, schema: content['application/json'].schema },
          answers: new Map(
            Object.entries(operation.responses).map(([status, each]) => [Number(status), answerOf(each)]),
          ),
        }
      }),
    ),
  }
}

const at = (document: object, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], document)
