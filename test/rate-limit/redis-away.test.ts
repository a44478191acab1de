/** Limits while Redis dies, hangs and comes back: a real server, really killed. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { ASK_AGAIN_MS, createFallbackRateLimitStore } from '../../src/platform/rate-limit/fallback-store.ts'
import { createMemoryRateLimitStore } from '../../src/platform/rate-limit/memory-store.ts'
import {
  openRedisRateLimitStore,
  type RedisRateLimitStore,
} from '../../src/platform/rate-limit/redis-store.ts'
import type { Policy, RateLimitStore } from '../../src/platform/rate-limit/store.ts'
import type { Log } from '../../src/util/log.ts'
import { NO_REDIS, startRedis, type TestRedis } from '../support/redis.ts'

const TEN: Policy = { name: 'public', calls: 10, windowSeconds: 60 }
/** Far longer than an answer takes here, far shorter than a wait for Redis. */
const AT_ONCE_MS = 2_000
/** A busy machine may need more than the service allows. */
const ANSWER_TIMEOUT_MS = 5_000

describe('limits in Redis', { skip: NO_REDIS }, () => {
  let server: TestRedis
  let here: Process
  let elsewhere: Process
  beforeEach(async () => {
    server = await startRedis()
    here = openProcess(server.url)
    elsewhere = openProcess(server.url)
  })
  afterEach(async () => {
    here.shared.close()
    elsewhere.shared.close()
    await server.remove()
  })

  test('are shared by processes: of two hundred calls to two processes with fifty left fifty are allowed', async () => {
    const calls = Array.from({ length: 200 }, (_, call) =>
      (call % 2 === 0 ? here : elsewhere).shared.take({ ...TEN, calls: 50 }, 'ann'),
    )
    const states = await Promise.all(calls)
    assert.equal(states.filter(({ allowed }) => allowed).length, 50)
  })

  test('are counted in memory from the first call that finds Redis dead, without delaying it', async () => {
    await here.take()
    await server.kill()
    const startedMs = performance.now()
    for (const remaining of [9, 8, 7]) assert.equal((await here.take()).remaining, remaining)
    assert.ok(performance.now() - startedMs < AT_ONCE_MS)
    assert.deepEqual(here.log, ['warn'])
  })

  test('are counted in Redis again after its restart', async () => {
    await here.take()
    await server.kill()
    await here.take()
    await server.startAgain()
    await untilBack(here)
    assert.deepEqual(here.log, ['warn', 'info'])
    const { remaining } = await here.take('new')
    assert.equal(remaining, 9)
    assert.equal((await elsewhere.shared.take(TEN, 'new')).remaining, 8)
  })

  test('do not slow calls while Redis accepts them and does not answer', async () => {
    await here.take()
    server.standStill()
    const startedMs = performance.now()
    // The first call waits until Redis counts as gone; no later call waits, even while it is probed again.
    await Promise.all([here.take(), here.take()])
    for (let call = 0; call < 100; call++) {
      here.pass(ASK_AGAIN_MS / 10)
      await here.take(`caller ${call}`)
    }
    assert.ok(performance.now() - startedMs < ANSWER_TIMEOUT_MS + AT_ONCE_MS)
    server.goOn()
    await untilBack(here)
    assert.deepEqual(here.log, ['warn', 'info'])
  })

  test('are counted in memory by a process that starts without Redis', async () => {
    await server.kill()
    const startedMs = performance.now()
    assert.equal((await here.take()).remaining, 9)
    assert.ok(performance.now() - startedMs < AT_ONCE_MS)
    await server.startAgain()
    await untilBack(here)
    assert.equal((await here.take('new')).remaining, 9)
    assert.equal((await elsewhere.shared.take(TEN, 'new')).remaining, 8)
  })
})

interface Process {
  readonly shared: RedisRateLimitStore
  readonly take: (key?: string) => Promise<Awaited<ReturnType<RateLimitStore['take']>>>
  readonly pass: (ms: number) => void
  /** Levels of what was logged. */
  readonly log: readonly string[]
}

const openProcess = (url: string): Process => {
  let nowMs = 0
  const clock = { now: () => nowMs, elapsedMs: () => nowMs }
  const lines: string[] = []
  const write = (level: string) => () => void lines.push(level)
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  const shared = openRedisRateLimitStore(url, (key) => key, ANSWER_TIMEOUT_MS)
  const rateLimits = createFallbackRateLimitStore({
    shared,
    local: createMemoryRateLimitStore(clock),
    clock,
    log,
  })
  return {
    shared,
    take: async (key = 'ann') => rateLimits.take(TEN, key),
    pass: (ms) => {
      nowMs += ms
    },
    log: lines,
  }
}

/** Sends calls, with the clock running ahead, until the process has noticed that Redis answers again. */
const untilBack = async (process: Process): Promise<void> => {
  const untilMs = performance.now() + 60_000
  while (process.log.at(-1) !== 'info') {
    assert.ok(performance.now() < untilMs, 'Redis answers, and is not used')
    process.pass(ASK_AGAIN_MS)
    await process.take('waiting')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
