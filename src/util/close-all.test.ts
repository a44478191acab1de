import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closeAll } from './close-all.ts'

test('everything is closed in order despite failures, which are then reported', async () => {
  const closed: string[] = []
  const part = (name: string, fails: boolean) => async () => {
    closed.push(name)
    if (fails) throw new Error(`${name} is stuck.`)
  }
  await closeAll([part('a', false), part('b', false)])
  await assert.rejects(closeAll([part('c', true), part('d', false)]), /^Error: c is stuck\.$/)
  await assert.rejects(closeAll([part('e', true), part('f', true)]), ({ errors, message }) => {
    assert.equal(message, 'e is stuck. f is stuck.')
    return errors.length === 2
  })
  assert.deepEqual(closed, ['a', 'b', 'c', 'd', 'e', 'f'])
})
