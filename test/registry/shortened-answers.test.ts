/** Answers as the reference prints them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerText } from '../../scripts/reference/shortened-answers.ts'

const NOW = Date.UTC(2026, 5, 1, 8)

test('long coordinate lists end with a marked ellipsis', () => {
  const ring = Array.from({ length: 85 }, (_, index) => [index, index])
  assert.equal(answerText([ring], NOW), '[[[0, 0], [1, 1], [2, 2], … 82 more]]')
})

test('long lists, texts, names and schemas are shortened, short ones are whole', () => {
  const text = answerText(
    {
      items: [{ a: 1 }, { a: 2 }, { a: 3 }],
      names: { a: 'A', b: 'B', c: 'C', d: 'D' },
      long: 'x'.repeat(300),
      input: { type: 'object', properties: { q: {} } },
      none: {},
    },
    NOW,
  )
  assert.match(text, /"items": \[\{ "a": 1 \}, \{ "a": 2 \}, … 1 more\]/)
  assert.match(text, /"names": \{ "a": "A", "b": "B", "c": "C", … 1 more \}/)
  assert.match(text, /"x{240}…"/)
  assert.match(text, /"input": \{ … \}/)
  assert.match(text, /"none": \{\}/)
})

test('what is new with every call is always printed alike, and data keep their dates', () => {
  const text = answerText(
    {
      id: 'abcdefgh12345678',
      api_key: 'mts_secret',
      created_at: '2026-06-01T07:59:00Z',
      days: [{ date: '2026-05-31' }],
      timestamp: '2019-01-01T00:00:00Z',
    },
    NOW,
  )
  assert.doesNotMatch(text, /abcdefgh|secret|2026-06|2026-05/)
  assert.match(text, /"date": "2026-01-14"/)
  assert.match(text, /2019-01-01T00:00:00Z/)
})
