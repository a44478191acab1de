import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnusableAnswer } from '../upstream/unusable-answer.ts'
import { readOverpassAnswer } from './answer.ts'

const answerOf = (element: object) => readOverpassAnswer(Buffer.from(JSON.stringify({ elements: [element] })))

const relation = (id: unknown, ref: unknown) => ({
  type: 'relation',
  id,
  members: [{ type: 'way', ref, role: 'outer' }],
})

test('an answer with an id that no object of OpenStreetMap has is unusable', () => {
  assert.equal(answerOf(relation(1, 2 ** 53 - 1)).sections.length, 1)
  for (const id of [-12, 0, 1.5, 2 ** 53, 2 ** 53 + 2, '12', null, undefined]) {
    assert.throws(() => answerOf(relation(id, 1)), UnusableAnswer)
    assert.throws(() => answerOf(relation(1, id)), UnusableAnswer)
    assert.throws(() => answerOf({ type: 'way', id: 1, nodes: [1, id] }), UnusableAnswer)
  }
})
