/** Expensive work that callers of several processes want at the same time is done once. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readSamples, sumOf } from '../support/metrics-text.ts'
import { call, type ServiceOfProcesses, serveProcesses, until } from './service-of-processes.ts'

const PROCESSES = 2
/** Large enough that all calls have arrived long before the work ends. */
const INCLUDED = ['iso:CA', 'iso:US', 'iso:RU', 'iso:NO', 'iso:BR', 'iso:CN', 'iso:AU', 'iso:ID', 'iso:CL']

describe('a union that calls to all processes want at once', () => {
  let service: ServiceOfProcesses
  let metricsUrl: string
  let headers: Readonly<Record<string, string>>
  before(async () => {
    service = await serveProcesses(PROCESSES, { METES_METRICS_PORT: '0', METES_WORKERS: '1' })
    metricsUrl = await service.running.seen(/"url":"(http:[^"]+\/metrics)"/)
    headers = { 'x-api-key': await service.metes.createKey() }
  })
  after(() => service.end())

  const figures = async () => {
    const samples = readSamples(await (await fetch(metricsUrl)).text())
    return {
      unions: sumOf(samples, 'metes_lane_done_total', { lane: 'long' }),
      calls: sumOf(samples, 'metes_calls_total', { operation: 'union_boundaries', outcome: 'ok' }),
    }
  }

  for (const [answer, detail] of [
    ['in the answer', 'high'],
    ['in a file', 'full'],
  ])
    test(`is computed once, and all get the same: ${answer}`, async () => {
      const before = await figures()
      const calls = Array.from({ length: 6 * PROCESSES }, () =>
        call(`${service.url}/v1/boundaries/union`, {
          method: 'POST',
          headers,
          body: { include: INCLUDED, detail },
        }),
      )
      const answers = await Promise.all(calls)
      for (const { status, body } of answers) {
        assert.equal(status, 200, JSON.stringify(body))
        assert.deepEqual(body, answers[0].body)
      }
      await until('all are counted', async () => (await figures()).calls === before.calls + answers.length)
      assert.equal((await figures()).unions, before.unions + 1)
    })
})
