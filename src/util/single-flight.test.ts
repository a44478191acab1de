import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SingleFlight } from './single-flight.ts'

test('equal questions share one piece of work, different ones do not', async () => {
  const flight = new SingleFlight<number>()
  let started = 0
  const work = async () => ++started
  assert.deepEqual(
    await Promise.all([flight.run('a', work), flight.run('a', work), flight.run('b', work)]),
    [1, 1, 2],
  )
})

test('when the work is done the next question starts anew', async () => {
  const flight = new SingleFlight<number>()
  let started = 0
  const work = async () => ++started
  assert.deepEqual([await flight.run('a', work), await flight.run('a', work)], [1, 2])
})

test('a failure reaches all who wait and is not kept', async () => {
  const flight = new SingleFlight<string>()
  const fail = () => Promise.reject(new Error('no'))
  const both = await Promise.allSettled([flight.run('a', fail), flight.run('a', fail)])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await flight.run('a', async () => 'yes'), 'yes')
})
