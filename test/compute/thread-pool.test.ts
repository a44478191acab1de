/** Threads that end, fail, and exchange pieces with their callers. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { serverLanes } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import type { Compute } from '../../src/compute/port.ts'
import { SERVICE } from '../../src/util/work-owner.ts'
import { addWork, crashWork, endlessWork, failWork, Refused } from '../support/small-works.ts'

async function* numbers(count: number, onRead = (_: number) => {}): AsyncGenerator<number> {
  for (let number = 1; number <= count; number++) {
    onRead(number)
    yield number
  }
}

const sums = async (compute: Compute, count: number, input: AsyncIterable<number>) => {
  const reports: number[] = []
  const onReport = (sum: number) => void reports.push(sum)
  const sum = await compute.run(addWork, { count }, { lane: 'export', owner: SERVICE, input, onReport })
  return { sum, reports }
}

describe('threads', () => {
  const threads = openCompute(serverLanes({ threads: 1 }))
  after(() => threads.close())
  const add = (count: number, input: AsyncIterable<number>) => sums(threads, count, input)

  test('take input piece by piece, and report meanwhile, as the calling thread does', async () => {
    const here = await sums(openCompute({}), 4, numbers(4))
    assert.deepEqual(here, { sum: 10, reports: [1, 3, 6, 10] })
    assert.deepEqual(await add(4, numbers(4)), here)
  })

  test('may end before their input does, which is then read no further', async () => {
    let read = 0
    const onRead = (number: number) => {
      read = number
    }
    assert.equal((await add(2, numbers(1_000, onRead))).sum, 3)
    assert.ok(read < 10, `${read} pieces were read`)
    assert.equal((await add(0, numbers(1_000))).sum, 0)
    assert.equal((await add(3, numbers(3))).sum, 6)
  })

  test('end with input that cannot be read, and the next one has a new thread', async () => {
    const failing = async function* () {
      yield 1
      throw new Error('The database is away.')
    }
    await assert.rejects(add(5, failing()), /The database is away/)
    assert.equal((await add(2, numbers(2))).sum, 3)
  })

  test('that crash fail their work alone', async () => {
    const options = { lane: 'long', owner: SERVICE } as const
    await assert.rejects(threads.run(crashWork, {}, options), /ended before its work/)
    await assert.rejects(threads.run(failWork, { code: null }, options), Refused)
    await assert.rejects(threads.run(failWork, { code: 'ENOSPC' }, options), {
      message: 'The system says no.',
      code: 'ENOSPC',
    })
  })

  test('of the interactive lane are free while others do long work', async () => {
    const stop = new AbortController()
    const long = assert.rejects(
      threads.run(endlessWork, {}, { lane: 'long', owner: SERVICE, signal: stop.signal }),
      /enough/,
    )
    const fail = threads.run(failWork, { code: null }, { lane: 'interactive', owner: SERVICE })
    await assert.rejects(fail, Refused)
    stop.abort(new Error('enough'))
    await long
  })

  test('that are closed do no more work, and fail what they were doing', async () => {
    const closing = openCompute(serverLanes({ threads: 1 }))
    const options = { lane: 'long', owner: SERVICE } as const
    const running = assert.rejects(closing.run(endlessWork, {}, options), /ended before its work/)
    const waiting = assert.rejects(closing.run(endlessWork, {}, options), /are closed/)
    // By then the first one runs.
    await setImmediate()
    await closing.close()
    await Promise.all([running, waiting])
  })
})
