import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairQueue, QueueFull } from './fair-queue.ts'
import { Askers } from './waiting-owners.ts'

/** Creates a queue whose tasks end on command. */
const setUp = (limits: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) => {
  const queue = new FairQueue({ atOnce: 1, maxWaiting: 100, maxWaitingOfOwner: 50, ...limits })
  const started: string[] = []
  const ends: (() => void)[] = []
  const add = (owner: string | Askers, name = String(owner), signal?: AbortSignal) =>
    queue.run(
      owner,
      () => {
        started.push(name)
        return new Promise<string>((resolve) => ends.push(() => resolve(name)))
      },
      signal,
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const endOne = async () => {
    ends.shift()?.()
    await settle()
  }
  return { add, started, endOne, settle }
}

test('many tasks of one owner delay another owner by one task', async () => {
  const { add, started, endOne, settle } = setUp()
  for (let i = 0; i < 5; i++) void add('many', `many ${i}`)
  void add('one')
  await settle()
  for (let i = 0; i < 6; i++) await endOne()
  assert.deepEqual(started, ['many 0', 'one', 'many 1', 'many 2', 'many 3', 'many 4'])
})

test('owners take turns', async () => {
  const { add, started, endOne, settle } = setUp({ atOnce: 2 })
  for (const owner of ['a', 'a', 'a', 'b', 'b', 'c']) void add(owner)
  await settle()
  for (let i = 0; i < 6; i++) await endOne()
  assert.deepEqual(started, ['a', 'a', 'b', 'c', 'a', 'b'])
})

test('the number of waiting tasks is limited, in total and per owner', async () => {
  const { add, settle } = setUp({ maxWaiting: 3, maxWaitingOfOwner: 2 })
  void add('a')
  await settle()
  void add('a')
  void add('a')
  await assert.rejects(add('a'), QueueFull)
  void add('b')
  await assert.rejects(add('c'), QueueFull)
})

test('an aborted task leaves the queue', async () => {
  const { add, started, endOne, settle } = setUp()
  const gone = new AbortController()
  void add('a')
  const unwanted = add('b', 'b', gone.signal)
  void add('c')
  await settle()
  gone.abort(new Error('gone'))
  await assert.rejects(unwanted, /gone/)
  await endOne()
  await endOne()
  assert.deepEqual(started, ['a', 'c'])
})

test('a failed task makes room for the next', async () => {
  const queue = new FairQueue({ atOnce: 1, maxWaiting: 10, maxWaitingOfOwner: 10 })
  const failing = queue.run('a', () => Promise.reject(new Error('no')))
  const next = queue.run('a', async () => 'yes')
  await assert.rejects(failing, /no/)
  assert.equal(await next, 'yes')
})

test('a task that another owner joins is done once, in the turn of the first owner', async () => {
  const { add, started, endOne, settle } = setUp()
  void add('many', 'many 0')
  for (let i = 1; i < 5; i++) void add('many', `many ${i}`)
  const shared = new Askers(['many'])
  void add(shared, 'shared')
  await settle()
  shared.join('one')
  for (let i = 0; i < 6; i++) await endOne()
  assert.deepEqual(started, ['many 0', 'shared', 'many 1', 'many 2', 'many 3', 'many 4'])
})

test('a shared task waits where one of its owners has room', async () => {
  const { add, started, endOne, settle } = setUp({ maxWaitingOfOwner: 1 })
  void add('a', 'a 0')
  void add('a', 'a 1')
  await settle()
  await assert.rejects(add(new Askers(['a'])), QueueFull)
  void add(new Askers(['a', 'b']), 'shared')
  for (let i = 0; i < 3; i++) await endOne()
  assert.deepEqual(started, ['a 0', 'shared', 'a 1'])
})

test('a shared task that is aborted leaves every line', async () => {
  const { add, started, endOne, settle } = setUp()
  const gone = new AbortController()
  void add('a', 'a 0')
  const unwanted = add(new Askers(['a', 'b']), 'shared', gone.signal)
  void add('b', 'b 0')
  await settle()
  gone.abort(new Error('gone'))
  await assert.rejects(unwanted, /gone/)
  for (let i = 0; i < 2; i++) await endOne()
  assert.deepEqual(started, ['a 0', 'b 0'])
})

test('one owner runs no more tasks at once than its own limit, and leaves the rest to others', async () => {
  const { add, started, endOne, settle } = setUp({ atOnce: 4, atOnceOfOwner: 2 })
  for (let i = 0; i < 5; i++) void add('many', `many ${i}`)
  await settle()
  assert.deepEqual(started, ['many 0', 'many 1'])
  void add('one')
  await settle()
  assert.deepEqual(started, ['many 0', 'many 1', 'one'])
  await endOne()
  assert.deepEqual(started, ['many 0', 'many 1', 'one', 'many 2'])
})

test('a task that waits for the limit of its owner begins when another owner with room joins', async () => {
  const { add, started, settle } = setUp({ atOnce: 4, atOnceOfOwner: 1 })
  void add('many', 'many 0')
  const shared = new Askers(['many'])
  void add(shared, 'shared')
  await settle()
  assert.deepEqual(started, ['many 0'])
  shared.join('one')
  await settle()
  assert.deepEqual(started, ['many 0', 'shared'])
})
