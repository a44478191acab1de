/** Processes that crash or hang, the end of the primary, and starts that cannot succeed. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { serveLocally } from '../support/local-server.ts'
import { type Installation, install } from '../support/service.ts'
import { call, type ServiceOfProcesses, serveProcesses, until } from './service-of-processes.ts'

const FREE = { METES_PUBLIC_RATE: '1000000' }

describe('a service of three processes', () => {
  let service: ServiceOfProcesses
  before(async () => {
    service = await serveProcesses(3, FREE)
  })
  after(() => service.end())

  const burst = (count: number) =>
    Array.from({ length: count }, () => call(`${service.url}/v1/boundaries/iso:LU?detail=low`))

  const servingAgain = (): number => service.running.log().split('a new process serves').length
  /** Does something to a process that ends it, and waits until its replacement serves. */
  const replacedAfter = async (end: (pid: number) => Promise<void>): Promise<void> => {
    const before = servingAgain()
    await end(service.processes()[0])
    await until('the process is replaced', () => servingAgain() > before)
  }

  test('ends every call when one is killed: no connection is left without a process', async () => {
    for (let round = 0; round < 4; round++) {
      await replacedAfter(async (pid) => {
        const calls = burst(60)
        await Promise.race(calls)
        process.kill(pid, 'SIGKILL')
        const ends = await Promise.allSettled(calls)
        for (const end of ends) if (end.status === 'fulfilled') assert.equal(end.value.status, 200)
        assert.ok(ends.filter(({ status }) => status === 'fulfilled').length > 1)
      })
    }
    assert.match(
      service.running.log(),
      /"reason":"SIGKILL","waitMs":100,.*a process has ended; another one replaces it/,
    )
  })

  test('replaces one that hangs, and answers meanwhile', async () => {
    await replacedAfter(async (pid) => {
      process.kill(pid, 'SIGSTOP')
      const calls = burst(30)
      await until('the log says so', () =>
        service.running.log().includes('a process does not react; killing it'),
      )
      await Promise.allSettled(calls)
    })
    for (const { status } of await Promise.all(burst(30))) assert.equal(status, 200)
  })

  test('refuses a second one on the same data directory, in a sentence', async () => {
    const { code, stderr } = await service.metes.run(['serve', '--processes', '2'], service.env)
    assert.equal(code, 1)
    assert.ok(
      stderr.startsWith(
        `Error: A service of several processes already runs on ${service.metes.dataDir}. Stop it,`,
      ),
      stderr,
    )
  })

  test('ends with its primary, even if that is killed, and leaves a directory that can be used again', async () => {
    const processes = service.processes()
    service.running.kill('SIGKILL')
    await service.running.ended
    const lives = (pid: number): boolean => existsSync(`/proc/${pid}/stat`)
    await until('the processes end', () => !processes.some(lives))
    assert.ok(existsSync(join(service.metes.dataDir, 'control.sock')), 'the killed one left its socket')
    const next = await serveProcesses(2, FREE, service.metes)
    assert.equal((await call(`${next.url}/readyz`)).status, 200)
    assert.equal((await next.metes.run(['reload'], next.env)).code, 0)
    next.running.kill('SIGINT')
    assert.equal((await next.running.ended).code, 0)
    assert.ok(!existsSync(join(service.metes.dataDir, 'control.sock')))
  })
})

describe('a service that cannot start', () => {
  let metes: Installation
  before(async () => {
    metes = await install()
  })
  after(() => metes.remove())

  const refused = async (processes: string, env = {}) => {
    const { code, stderr } = await metes.run(['serve', '--processes', processes], { PORT: '0', ...env })
    return { code, stderr }
  }

  for (const number of ['0', '1000', '-1', 'two', '1.5', ''])
    test(`with "${number}" processes says what it takes`, async () => {
      const { code, stderr } = await refused(number)
      assert.equal(code, 2)
      assert.match(stderr, /It must be "auto" or a whole number from 1 to 256; one per core is enough\./)
    })

  test('on a port in use says so, and ends', async () => {
    const other = await serveLocally(() => {})
    try {
      const { code, stderr } = await refused('2', { PORT: new URL(other.url).port })
      assert.equal(code, 1)
      assert.match(stderr, /is in use by another process\. Stop it, or choose another port with PORT=8081\./)
    } finally {
      await other.close()
    }
  })
})
