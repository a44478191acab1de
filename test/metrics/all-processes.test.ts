import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AllProcesses, createAllProcesses } from '../../src/metrics/all-processes.ts'
import { createProcessMetrics } from '../../src/metrics/process-metrics.ts'
import type { Snapshot } from '../../src/metrics/snapshot.ts'
import type { Figure } from '../../src/util/figure.ts'
import { readSamples, type Sample, sumOf } from '../support/metrics-text.ts'

const call = { operation: 'get_boundary', outcome: 'ok', durationMs: 3, units: 0 }

const ONE = { pid: 1 }
const TWO = { pid: 2 }

/** As it arrives over a channel between processes. */
const sent = (snapshot: Snapshot): Snapshot => JSON.parse(JSON.stringify(snapshot))

const snapshotOf = async (calls: number, figures: readonly Figure[] = []): Promise<Snapshot> => {
  const metrics = createProcessMetrics()
  metrics.add(figures)
  for (let count = 0; count < calls; count++) metrics.record(call, 'rest')
  return sent(await metrics.snapshot())
}

const gauge = (name: string, value: number, across?: 'sum' | 'max'): Figure => ({
  name,
  help: 'A gauge.',
  kind: 'gauge',
  ...(across === undefined ? {} : { across }),
  read: () => [{ value }],
})

const samplesOf = async (processes: AllProcesses): Promise<readonly Sample[]> =>
  readSamples(await processes.text())

test('counts and times of all processes are summed', async () => {
  const all = createAllProcesses()
  all.take(ONE, await snapshotOf(2))
  all.take(TWO, await snapshotOf(3))
  const samples = await samplesOf(all)
  assert.equal(sumOf(samples, 'metes_calls_total', { operation: 'get_boundary', outcome: 'ok' }), 5)
  assert.equal(sumOf(samples, 'metes_call_duration_seconds_count'), 5)
  assert.equal(sumOf(samples, 'metes_call_duration_seconds_bucket', { le: '0.005' }), 5)
  assert.equal(sumOf(samples, 'metes_call_duration_seconds_sum').toFixed(6), '0.015000')
})

test('a later snapshot replaces the earlier one of its process', async () => {
  const all = createAllProcesses()
  all.take(ONE, await snapshotOf(2))
  all.take(ONE, await snapshotOf(7))
  assert.equal(sumOf(await samplesOf(all), 'metes_calls_total'), 7)
})

test('what each process has is summed, and what all see is taken once', async () => {
  const all = createAllProcesses()
  const figures = (waiting: number) => [gauge('own', waiting), gauge('shared', 9, 'max')]
  all.take(ONE, await snapshotOf(0, figures(1)))
  all.take(TWO, await snapshotOf(0, figures(2)))
  const samples = await samplesOf(all)
  assert.equal(sumOf(samples, 'own'), 3)
  assert.equal(sumOf(samples, 'shared'), 9)
})

test('the counts of a process that has ended stay, and its gauges go', async () => {
  const all = createAllProcesses()
  all.take(ONE, await snapshotOf(2, [gauge('own', 5)]))
  all.take(TWO, await snapshotOf(3, [gauge('own', 1)]))
  all.left(ONE)
  const samples = await samplesOf(all)
  assert.equal(sumOf(samples, 'metes_calls_total'), 5)
  assert.equal(sumOf(samples, 'metes_call_duration_seconds_count'), 5)
  assert.equal(sumOf(samples, 'own'), 1)
})

test('sums never shrink, however many processes end', async () => {
  const all = createAllProcesses()
  for (let count = 1; count <= 20; count++) {
    const process = {}
    all.take(process, await snapshotOf(1))
    all.left(process)
    assert.equal(sumOf(await samplesOf(all), 'metes_calls_total'), count)
  }
})

test('a snapshot that arrives after the end of its process is not counted twice', async () => {
  const all = createAllProcesses()
  const late = await snapshotOf(2)
  all.take(ONE, late)
  all.left(ONE)
  all.left(ONE)
  all.take(ONE, late)
  assert.equal(sumOf(await samplesOf(all), 'metes_calls_total'), 2)
})

test('a process that ended before its first snapshot changes nothing', async () => {
  const all = createAllProcesses()
  all.left(ONE)
  all.take(TWO, await snapshotOf(1))
  assert.equal(sumOf(await samplesOf(all), 'metes_calls_total'), 1)
})
