import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from '../../op/schema/json-schema.ts'
import { inputFromQuery } from './query-to-input.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    ratio: { type: ['number', 'null'] },
    on: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
  },
}
const read = (query: string, params = {}) => ({ ...inputFromQuery(query, params, SCHEMA) })

test('texts become what the schema names', () => {
  assert.deepEqual(read('text=12&count=-3&ratio=1.5e2&on=true'), {
    text: '12',
    count: -3,
    ratio: 150,
    on: true,
  })
  assert.deepEqual(read('sizes=1,2&sizes=[3]'), { sizes: [1, 2, 3] })
  assert.deepEqual(read('', { count: '7' }), { count: 7 })
})

test('what does not read as a value stays text, for the schema to refuse', () => {
  for (const text of ['', '+1', '0x1', '1_000', ' 1', '1,5', 'Infinity', 'NaN', '1e']) {
    assert.deepEqual(read(`count=${encodeURIComponent(text)}`), { count: text })
  }
  assert.deepEqual(read('on=yes'), { on: 'yes' })
  assert.deepEqual(read('tags=[broken'), { tags: ['[broken'] })
})

test('a field that is given twice is a list, for the schema to refuse', () => {
  assert.deepEqual(read('count=1&count=2'), { count: [1, 2] })
})

test('the path goes before the query, and no name reaches the prototype', () => {
  assert.deepEqual(read('text=query', { text: 'path' }), { text: 'path' })
  const input = inputFromQuery('__proto__=1&constructor=2', {}, SCHEMA)
  assert.deepEqual(Object.keys(input).sort(), ['__proto__', 'constructor'])
})
