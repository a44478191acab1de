import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAllProcesses } from '../../src/metrics/all-processes.ts'
import { createProcessMetrics, type ProcessMetrics } from '../../src/metrics/process-metrics.ts'
import type { Figure } from '../../src/util/figure.ts'
import { declaredNames, readSamples, sumOf } from '../support/metrics-text.ts'

const textOf = async (metrics: ProcessMetrics): Promise<string> => {
  const all = createAllProcesses()
  all.take(metrics, JSON.parse(JSON.stringify(await metrics.snapshot())))
  return all.text()
}

const figure = (name: string, read: Figure['read']): Figure => ({ name, help: 'Help.', kind: 'gauge', read })

test('calls are counted by operation, transport and outcome, with the buckets of OpenTelemetry', async () => {
  const metrics = createProcessMetrics()
  const call = { operation: 'get_boundary', outcome: 'ok', durationMs: 80, units: 2 }
  metrics.record(call, 'rest')
  metrics.record({ ...call, outcome: 'not_found', units: 0 }, 'rest')
  metrics.record(call, 'mcp')
  const samples = readSamples(await textOf(metrics))
  assert.equal(
    sumOf(samples, 'metes_calls_total', { operation: 'get_boundary', transport: 'rest', outcome: 'ok' }),
    1,
  )
  assert.equal(sumOf(samples, 'metes_calls_total', { outcome: 'not_found' }), 1)
  assert.equal(sumOf(samples, 'metes_units_total', { operation: 'get_boundary' }), 4)
  const buckets = samples.filter(
    ({ name, labels }) => name === 'metes_call_duration_seconds_bucket' && labels.transport === 'rest',
  )
  assert.deepEqual(
    buckets.map(({ labels: { le }, value }) => `${le}:${value}`),
    '0.005:0 0.01:0 0.025:0 0.05:0 0.075:0 0.1:2 0.25:2 0.5:2 0.75:2 1:2 2.5:2 5:2 7.5:2 10:2 +Inf:2'.split(
      ' ',
    ),
  )
})

test('jobs are counted apart, so that their minutes hide no slow call', async () => {
  const metrics = createProcessMetrics()
  metrics.record({ operation: 'create_area', outcome: 'ok', durationMs: 61_000, units: 50 }, null)
  const samples = readSamples(await textOf(metrics))
  assert.equal(sumOf(samples, 'metes_calls_total'), 0)
  assert.equal(sumOf(samples, 'metes_jobs_total', { operation: 'create_area', outcome: 'ok' }), 1)
  assert.equal(sumOf(samples, 'metes_job_duration_seconds_bucket', { le: '120' }), 1)
  assert.equal(sumOf(samples, 'metes_units_total', { operation: 'create_area' }), 50)
})

test('a figure that cannot be read is missing, and is counted as missing; the others are there', async () => {
  const metrics = createProcessMetrics(1)
  metrics.add([
    figure('broken', () => Promise.reject(new Error('The store does not answer.'))),
    figure('thrown', () => {
      throw new Error('The store is closed.')
    }),
    figure('stuck', () => new Promise(() => {})),
    figure('fine', () => [{ value: 1 }]),
  ])
  const text = await textOf(metrics)
  const samples = readSamples(text)
  assert.equal(sumOf(samples, 'fine'), 1)
  assert.equal(sumOf(samples, 'metes_unread_figures'), 3)
  for (const name of ['broken', 'thrown', 'stuck']) assert.equal(declaredNames(text).has(name), false, name)
})

test('no sample is nonsense, even if nothing was measured since the last snapshot', async () => {
  const metrics = createProcessMetrics()
  await metrics.snapshot()
  for (const { name, value } of readSamples(await textOf(metrics)))
    if (name.startsWith('nodejs_eventloop')) assert.ok(value >= 0 && value < 3_600, `${name} ${value}`)
})
