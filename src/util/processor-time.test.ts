import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { measured, ProcessorTime, threadMs } from './processor-time.ts'

/** Uses processor time of this thread, however busy the machine is. */
const work = (ms: number): void => {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const endMs = usedMs() + ms
  while (usedMs() < endMs);
}

/** The kernel's ticks and ours do not begin together. */
const isAbout = (ms: number, expectedMs: number): void =>
  assert.ok(ms > expectedMs - 5 && ms < expectedMs + 20, `${ms} ms instead of ${expectedMs}`)

test('slices between waits are added up, and waiting is not counted', async () => {
  const time = new ProcessorTime()
  for (let slice = 0; slice < 3; slice++) {
    time.resume()
    work(10)
    await setTimeout(30)
    // Nobody has said that the call continues.
    work(10)
  }
  isAbout(time.ms, 30)
})

test('a slice lasts until the call waits, over any number of promises', async () => {
  const time = new ProcessorTime()
  await setImmediate()
  time.resume()
  for (let promise = 0; promise < 5; promise++) {
    await Promise.resolve()
    work(5)
  }
  await setImmediate()
  work(20)
  isAbout(time.ms, 25)
})

test('slices too short for the kernel to measure count as long as they took', async () => {
  const [one, other] = [new ProcessorTime(), new ProcessorTime()]
  const usedMs = threadMs()
  let tookMs = 0
  while (threadMs() - usedMs < 100)
    for (let slice = 0; slice < 10; slice++) {
      const beganMs = performance.now()
      one.resume()
      while (performance.now() - beganMs < 0.1);
      other.resume()
      tookMs += performance.now() - beganMs
    }
  assert.ok(one.ms > 70 && one.ms <= tookMs, `${one.ms} of ${tookMs} ms`)
})

test('a slice that the thread spends without the processor costs what the processor did', async () => {
  const time = new ProcessorTime()
  time.resume()
  work(10)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  isAbout(time.ms, 10)
})

test('a slice that begins in a callback of the event loop includes the promises after it', async () => {
  const time = new ProcessorTime()
  await new Promise<void>((resolve) => {
    globalThis.setImmediate(() => {
      time.resume()
      Promise.resolve()
        .then(() => work(10))
        .then(() => resolve())
    })
  })
  isAbout(time.ms, 10)
})

test('calls that continue in turn are told apart, and asking twice counts once', async () => {
  const [one, other] = [new ProcessorTime(), new ProcessorTime()]
  one.resume()
  one.resume()
  work(10)
  other.resume()
  work(20)
  one.resume()
  work(5)
  isAbout(one.ms, 15)
  isAbout(other.ms, 20)
  isAbout(one.ms, 15)
})

test('work is measured whether it succeeds or fails', async () => {
  const succeeded = await measured(() => {
    work(10)
    return 'done'
  })
  assert.ok(succeeded.ok && succeeded.value === 'done')
  isAbout(succeeded.processorMs, 10)
  const failed = await measured(() => {
    work(10)
    throw new Error('no')
  })
  assert.ok(!failed.ok && String(failed.error) === 'Error: no')
  isAbout(failed.processorMs, 10)
})
