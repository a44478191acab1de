import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memo } from './memo.ts'

const counted = () => {
  const asked: string[] = []
  return {
    asked,
    lengthOf: memo((text: string) => {
      asked.push(text)
      if (text === 'bad') throw new Error('bad')
      return text.length
    }),
  }
}

test('each text is computed once', () => {
  const { asked, lengthOf } = counted()
  assert.deepEqual([lengthOf('abc'), lengthOf('abc'), lengthOf('')], [3, 3, 0])
  assert.deepEqual(asked, ['abc', ''])
})

test('long texts are not cached, and a full cache is cleared', () => {
  const { asked, lengthOf } = counted()
  const long = 'x'.repeat(201)
  lengthOf(long)
  lengthOf(long)
  assert.equal(asked.length, 2)
  for (let i = 0; i < 3000; i++) lengthOf(String(i))
  lengthOf('0')
  assert.equal(asked.filter((text) => text === '0').length, 2)
})

test('a failure is not kept', () => {
  const { asked, lengthOf } = counted()
  for (let i = 0; i < 2; i++) assert.throws(() => lengthOf('bad'))
  assert.equal(asked.length, 2)
})
