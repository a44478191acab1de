import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createYieldToEventLoop } from './yield-to-event-loop.ts'

/** Creates a clock that is moved by hand, and counts the turns of the event loop while `work` runs. */
const world = () => {
  let nowMs = 0
  const yieldToEventLoop = createYieldToEventLoop({ elapsedMs: () => nowMs }, 10)
  const step = async (ms: number) => {
    await yieldToEventLoop()
    nowMs += ms
  }
  const turnsDuring = async (work: () => Promise<unknown>) => {
    let turns = 0
    let done = false
    const count = () => {
      turns++
      if (!done) setImmediate(count)
    }
    setImmediate(count)
    await work()
    done = true
    return turns
  }
  return { step, turnsDuring }
}

test('steps of little time run in one turn', async () => {
  const { step, turnsDuring } = world()
  await step(0)
  const turns = await turnsDuring(async () => {
    for (let i = 0; i < 9; i++) await step(1)
  })
  assert.equal(turns, 0)
})

test('the loop turns whenever the time of a turn is used up', async () => {
  const { step, turnsDuring } = world()
  await step(0)
  const turns = await turnsDuring(async () => {
    for (let i = 0; i < 50; i++) await step(5)
  })
  assert.ok(turns >= 24, `${turns} turns`)
})

test('many callers at once share the time of a turn, and all come to their end', async () => {
  const { step, turnsDuring } = world()
  let ended = 0
  const turns = await turnsDuring(() =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < 5; i++) await step(10)
        ended++
      }),
    ),
  )
  assert.equal(ended, 20)
  assert.ok(turns >= 95, `${turns} turns`)
})
