import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelPair } from '../../test/support/channel-pair.ts'

test('a question gets its answer, at once, later, or as a failure', async () => {
  const { primary, process } = channelPair()
  primary.on('double', (body) => 2 * (body as number))
  primary.on('later', async (body) => `${body}!`)
  primary.on('fail', () => Promise.reject(new Error('No space is left.')))
  assert.deepEqual(
    await Promise.all([process.ask('double', 2), process.ask('later', 'a'), process.ask('double', 3)]),
    [4, 'a!', 6],
  )
  await assert.rejects(process.ask('fail'), { message: 'No space is left.' })
})

test('what is sent in one turn goes together', async () => {
  const { primary, process, sent } = channelPair()
  primary.on('double', (body) => 2 * (body as number))
  await Promise.all(Array.from({ length: 50 }, (_, index) => process.ask('double', index)))
  assert.equal(sent(), 2)
})

test('questions to a process that leaves are rejected', async () => {
  const { primary, process } = channelPair()
  primary.on('never', () => new Promise(() => {}))
  const asked = process.ask('never')
  process.close()
  await assert.rejects(asked, { message: 'The other process has left.' })
  await assert.rejects(process.ask('never'), { message: 'The other process has left.' })
})
