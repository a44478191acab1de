/** Replacing all processes of a service, and stopping it, without a failed call. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { install } from '../support/service.ts'
import { call, type ServiceOfProcesses, serveProcesses, until } from './service-of-processes.ts'

describe('a service of three processes', () => {
  let service: ServiceOfProcesses
  let plans: string
  before(async () => {
    const metes = await install()
    plans = join(metes.dataDir, 'plans.json')
    await writeFile(plans, '{"free": {"units_per_month": null, "calls_per_minute": null}}')
    service = await serveProcesses(3, { METES_PUBLIC_RATE: '1000000', METES_PLANS_FILE: plans }, metes)
  })
  after(() => service.end())

  /** Makes calls without a pause until it is stopped, on connections that are kept and on new ones. Rejects with the first failure. */
  const callsWithoutPause = () => {
    let isStopped = false
    let answered = 0
    const agent = new Agent({ keepAlive: true, maxSockets: 4 })
    const address = `${service.url}/v1/boundaries/iso:LU?detail=low`
    const onKept = () =>
      new Promise<number>((resolve, reject) => {
        request(address, { agent }, (answer) => {
          answer.resume().on('end', () => resolve(Number(answer.statusCode)))
        })
          .on('error', reject)
          .end()
      })
    const repeat = async (once: () => Promise<number>): Promise<void> => {
      while (!isStopped) {
        assert.equal(await once(), 200)
        answered++
      }
    }
    const callers = [onKept, onKept, onKept, onKept, async () => (await call(address)).status].map(repeat)
    const ended = Promise.all(callers)
    return {
      stop: async () => {
        isStopped = true
        await ended
        agent.destroy()
        return answered
      },
    }
  }

  const isReplaced = (before: readonly number[]): boolean => {
    const processes = service.processes()
    return processes.length === 3 && !processes.some((pid) => before.includes(pid))
  }

  test('metes reload replaces them without a failed call, and waits until all are replaced', async () => {
    const before = service.processes()
    const calls = callsWithoutPause()
    const { code, stdout, stderr } = await service.metes.run(['reload'], service.env)
    assert.deepEqual([code, stdout], [0, '3 processes are replaced.\n'], stderr)
    assert.ok(isReplaced(before))
    assert.ok((await calls.stop()) > 100)
  })

  test('SIGHUP does the same', async () => {
    const before = service.processes()
    const calls = callsWithoutPause()
    service.running.kill('SIGHUP')
    await until('they are replaced', () => isReplaced(before))
    await calls.stop()
  })

  test('goes on with the old ones if a new one does not start, and metes reload says so', async () => {
    const before = service.processes()
    await writeFile(plans, '{"free": ')
    const { code, stderr } = await service.metes.run(['reload'], { ...service.env, METES_PLANS_FILE: '' })
    assert.equal(code, 1)
    assert.equal(
      stderr,
      'Error: The new process ended before it served (exit code 1). If nobody killed it, the log says why. The processes that run go on.\n',
    )
    assert.match(service.running.log(), /METES_PLANS_FILE: .* cannot be used/)
    assert.deepEqual(service.processes(), before)
    assert.equal((await call(`${service.url}/readyz`)).status, 200)
    await writeFile(plans, '{"free": {"units_per_month": null, "calls_per_minute": null}}')
  })

  test('metes reload exits with 1 where none runs', async () => {
    const other = await install()
    try {
      const { code, stderr } = await other.run(['reload'])
      assert.equal(code, 1)
      assert.ok(
        stderr.startsWith(`Error: No service of several processes runs on ${other.dataDir}. Start one with`),
      )
    } finally {
      await other.remove()
    }
  })

  test('SIGTERM leaves load balancers a second: the port is open, and /readyz says no', async () => {
    service.running.kill('SIGTERM')
    const startedMs = performance.now()
    await until('it is not ready', async () => (await call(`${service.url}/readyz`)).status === 503)
    const { body, headers } = await call(`${service.url}/readyz`)
    assert.deepEqual([body.code, body.detail], ['not_ready', 'The service is stopping.'])
    assert.equal(headers.connection, 'close')
    assert.equal((await call(`${service.url}/livez`)).status, 200)
    assert.equal((await call(`${service.url}/v1/boundaries/iso:LU?detail=low`)).status, 200)
    const closed = call(`${service.url}/livez`).then(
      () => false,
      (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
    )
    await until('the port closes', () =>
      closed.then(
        (is) =>
          is ||
          call(`${service.url}/livez`).then(
            () => false,
            () => true,
          ),
      ),
    )
    assert.ok(performance.now() - startedMs >= 900, 'the port closed at once')
    assert.equal((await service.running.ended).code, 0)
  })
})
