/**
 * Schemas of OpenAPI: a schema that occurs in several operations is a named component, so that the document is short and
 * generated clients have one type for it.
 */
import type { AnyOp } from '../../op/define.ts'
import { jobSchema } from '../../op/response/job-schema.ts'
import { account } from '../../op/schema/account-schemas.ts'
import { inputSchema, outputSchema } from '../../op/schema/derived-schema.ts'
import * as feedback from '../../op/schema/feedback-schemas.ts'
import type { JsonSchema } from '../../op/schema/json-schema.ts'
import * as shared from '../../op/schema/shared-schemas.ts'
import { once } from '../../util/once.ts'
import { type Json, referenceTo } from '../openapi/document.ts'

/** Inner schemas come first, because later ones may contain them. */
const named = once((): readonly (readonly [name: string, schema: JsonSchema])[] => [
  ['BoundaryId', inputSchema(shared.boundaryId)],
  ['JobId', inputSchema(shared.jobId)],
  ['Detail', outputSchema(shared.detail)],
  ['Kind', outputSchema(shared.kind)],
  ['Position', outputSchema(shared.position)],
  ['BoundingBox', outputSchema(shared.bbox)],
  ['Polygons', outputSchema(shared.polygons)],
  ['BoundaryRef', outputSchema(shared.boundaryRef)],
  ['ChildBoundary', outputSchema(shared.childRef)],
  ['Candidate', outputSchema(shared.candidate)],
  ['Disputed', outputSchema(shared.disputed)],
  ['Condominiums', outputSchema(shared.condominiums)],
  ['BoundaryFeature', outputSchema(shared.feature)],
  ['Account', outputSchema(account)],
  ['FeedbackKind', outputSchema(feedback.kind)],
  ['FeedbackStatus', outputSchema(feedback.status)],
  ['FeedbackItem', outputSchema(feedback.item)],
  ['WrittenFeedbackItem', outputSchema(feedback.writtenItem)],
  ['PostedFeedbackItem', outputSchema(feedback.postedItem)],
  ['Job', outputSchema(jobSchema)],
])

/** Keywords that may accompany a reference; they do not make a schema different. */
const BESIDE = ['description', 'default'] as const

const schemaText = (schema: JsonSchema): string => {
  const { description: _description, default: _default, ...rest } = schema
  return JSON.stringify(rest)
}

const names = once(() => new Map(named().map(([name, schema]) => [schemaText(schema), name])))
const descriptions = once(() => new Map(named().map(([name, { description }]) => [name, description])))

const schemaReference = (name: string): JsonSchema => referenceTo('schemas', name)

/** Returns the schema with named schemas replaced by references. */
export const withReferences = (schema: JsonSchema): JsonSchema => {
  const name = names().get(schemaText(schema))
  if (name === undefined) return insideReferenced(schema)
  const beside = BESIDE.filter(
    (keyword) =>
      schema[keyword] !== undefined &&
      (keyword !== 'description' || schema.description !== descriptions().get(name)),
  )
  return {
    ...schemaReference(name),
    ...Object.fromEntries(beside.map((keyword) => [keyword, schema[keyword]])),
  }
}

const insideReferenced = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, READ[keyword]?.(value as never) ?? value]),
  )

const all = (schemas: readonly JsonSchema[]): readonly JsonSchema[] => schemas.map(withReferences)

/** Keywords that contain schemas. */
const READ: Readonly<Record<string, (value: never) => unknown>> = {
  properties: (fields: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withReferences(field)])),
  items: (items: JsonSchema | false) => items && withReferences(items),
  additionalProperties: (fields: JsonSchema | boolean) =>
    typeof fields === 'boolean' ? fields : withReferences(fields),
  prefixItems: all,
  anyOf: all,
  oneOf: all,
  allOf: all,
}

/** Converts `not_found` to `NotFound`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())

const inputName = (op: AnyOp): string => `${pascalCase(op.name)}Input`
const outputName = (op: AnyOp): string => `${pascalCase(op.name)}Output`

export const inputReference = (op: AnyOp): JsonSchema => schemaReference(inputName(op))

/** Returns the reference of the answer; operations with the same answer share its schema. */
export const outputReference = (op: AnyOp): JsonSchema =>
  schemaReference(names().get(schemaText(outputSchema(op.output))) ?? outputName(op))

export const schemaComponents = (ops: readonly AnyOp[]): Json => ({
  ...Object.fromEntries(named().map(([name, schema]) => [name, insideReferenced(schema)])),
  ...Object.fromEntries(
    ops.flatMap((op) => [
      [inputName(op), insideReferenced(inputSchema(op.input))],
      ...(names().has(schemaText(outputSchema(op.output)))
        ? []
        : [[outputName(op), insideReferenced(outputSchema(op.output))]]),
    ]),
  ),
})
