import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { inputSchema, outputSchema } from '../../op/schema/derived-schema.ts'
import { toolInput, toolOutput } from './tool-schema.ts'

test('an input keeps its rules and descriptions, and takes the defaults of agents', () => {
  const schema = z.strictObject({
    detail: z.enum(['low', 'high']).optional().describe('How fine. Default: high with a key.'),
    points: z.array(z.tuple([z.number(), z.number()])).max(9),
    id: z.int().describe('Id.'),
  })
  assert.deepEqual(toolInput(inputSchema(schema), { detail: 'low' }), {
    type: 'object',
    properties: {
      detail: { type: 'string', enum: ['low', 'high'], description: 'How fine.', default: 'low' },
      points: {
        type: 'array',
        maxItems: 9,
        items: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
      },
      id: { type: 'integer', description: 'Id.' },
    },
    required: ['points', 'id'],
    additionalProperties: false,
  })
})

test('an output is described two levels deep, in words that old validators know', () => {
  const schema = z.strictObject({
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
    geometry: z
      .union([z.strictObject({ type: z.literal('A') }), z.strictObject({ type: z.literal('B') })])
      .nullable(),
    source: z.enum(['towns']).nullable().describe('Said elsewhere.'),
    properties: z.strictObject({ name: z.string(), parent: z.strictObject({ id: z.string() }) }),
    parts: z.array(z.strictObject({ id: z.string() })),
  })
  assert.deepEqual(toolOutput(outputSchema(schema)), {
    type: 'object',
    properties: {
      bbox: { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 },
      geometry: { type: ['object', 'null'] },
      source: { type: ['string', 'null'] },
      properties: {
        type: 'object',
        properties: { name: { type: 'string' }, parent: { type: 'object' } },
      },
      parts: { type: 'array', items: { type: 'object' } },
    },
    required: ['bbox', 'geometry', 'source', 'properties', 'parts'],
  })
})
