import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelPair } from '../../test/support/channel-pair.ts'
import { createFlights, sharedWork } from './shared-work.ts'

/** Processes that share work, and what each of them did. */
const processes = (count: number) => {
  const flights = createFlights()
  const ends = Array.from({ length: count }, () => {
    const pair = channelPair()
    flights.join(pair.primary)
    return { share: sharedWork(pair.process), leave: () => flights.leave(pair.primary) }
  })
  return ends
}

/** Work that ends when the test says so. */
const work = () => {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  let runs = 0
  const run = () => {
    runs++
    return promise
  }
  return { run, resolve, reject, runs: () => runs }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

test('one process works, and all get equal bytes', async () => {
  const [a, b, c] = processes(3)
  const { run, resolve, runs } = work()
  const results = [a, b, c].map(({ share }) => share('union', run))
  await turns()
  assert.equal(runs(), 1)
  resolve(new Uint8Array([1, 2, 3]))
  for (const result of results) assert.deepEqual([...(await result)], [1, 2, 3])
  const again = work()
  again.resolve(new Uint8Array([4]))
  assert.deepEqual([...(await b.share('union', again.run))], [4])
  assert.equal(again.runs(), 1, 'nothing is kept')
})

test('different work is done at once', async () => {
  const [a, b] = processes(2)
  const [first, second] = [work(), work()]
  void a.share('one', first.run)
  void b.share('another', second.run)
  await turns()
  assert.deepEqual([first.runs(), second.runs()], [1, 1])
})

test('a failure is not shared: the others try themselves', async () => {
  const [a, b, c] = processes(3)
  const [failing, good] = [work(), work()]
  const failed = a.share('union', failing.run)
  await turns()
  const others = [b, c].map(({ share }) => share('union', good.run))
  await turns()
  failing.reject(new Error('cancelled'))
  await assert.rejects(failed, { message: 'cancelled' })
  good.resolve(new Uint8Array([5]))
  for (const other of others) assert.deepEqual([...(await other)], [5])
  assert.equal(good.runs(), 2)
})

test('one of the others takes over from a process that dies, whether it was working or sending', async () => {
  const [a, b, c] = processes(3)
  const [lost, good] = [work(), work()]
  void a.share('union', lost.run)
  await turns()
  const others = [b, c].map(({ share }) => share('union', good.run))
  await turns()
  a.leave()
  await turns()
  assert.equal(good.runs(), 1)
  good.resolve(new Uint8Array([6]))
  for (const other of others) assert.deepEqual([...(await other)], [6])
})

test('the result is not sent to a process that has died', async () => {
  const [a, b, c] = processes(3)
  const { run, resolve, runs } = work()
  const result = a.share('union', run)
  await turns()
  void b.share('union', run)
  const other = c.share('union', run)
  await turns()
  b.leave()
  resolve(new Uint8Array([7]))
  assert.deepEqual([...(await result)], [7])
  assert.deepEqual([...(await other)], [7])
  assert.equal(runs(), 1)
})
