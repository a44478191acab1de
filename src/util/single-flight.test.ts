import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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

test('a call after the work is done starts it again', async () => {
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

describe('of those who wait', () => {
  const setUp = () => {
    const flight = new SingleFlight<string>()
    const done = Promise.withResolvers<string>()
    const signals: AbortSignal[] = []
    const ask = (giveUp?: AbortController) =>
      flight.run(
        'a',
        (signal) => {
          signals.push(signal)
          return done.promise
        },
        giveUp?.signal,
      )
    return { ask, done, signals }
  }

  test('an aborted caller rejects at once, the others get the result', async () => {
    const { ask, done, signals } = setUp()
    const impatient = new AbortController()
    const [gone, patient] = [ask(impatient), ask(new AbortController())]
    impatient.abort(new Error('no more'))
    await assert.rejects(gone, /no more/)
    assert.equal(signals[0].aborted, false)
    done.resolve('yes')
    assert.equal(await patient, 'yes')
  })

  test('the last aborted caller aborts the work, and the next call starts again', async () => {
    const { ask, done, signals } = setUp()
    const callers = [new AbortController(), new AbortController()]
    const asked = Promise.allSettled(callers.map(ask))
    for (const caller of callers) caller.abort()
    await asked
    assert.equal(signals[0].aborted, true)
    const next = ask()
    assert.equal(signals.length, 2)
    done.resolve('yes')
    assert.equal(await next, 'yes')
  })

  test('a caller without a signal keeps the work going', async () => {
    const { ask, done, signals } = setUp()
    const impatient = new AbortController()
    const [gone, patient] = [ask(impatient), ask()]
    impatient.abort()
    await assert.rejects(gone)
    assert.equal(signals[0].aborted, false)
    done.resolve('yes')
    assert.equal(await patient, 'yes')
  })

  test('an already aborted caller leaves no running work', async () => {
    const { ask, signals } = setUp()
    const caller = new AbortController()
    caller.abort()
    await assert.rejects(ask(caller))
    assert.equal(signals[0]?.aborted, true)
  })
})
