/** Records of jobs when they end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { JobSpec } from '../platform/jobs/job.ts'
import type { CallRecord } from './call.ts'
import { defineOp } from './define.ts'
import { createJobHandler } from './job-handler.ts'
import { type Problem, problem, problemBody } from './problem/problem.ts'

const JOB = { op: 'create_area', accountId: 'a', keyId: 'k', plan: 'free', units: 20 } as JobSpec

const end = (failure: Problem | null, counts = true) => {
  const records: CallRecord[] = []
  const unpaid: number[] = []
  const { ended } = createJobHandler({
    opNamed: async () => undefined,
    services: {} as never,
    record: (record) => records.push(record),
    unpaidWork: { note: (_caller, processorMs) => unpaid.push(processorMs) },
    log: {} as never,
    baseUrl: '',
  })
  const answer = { bytes: new Uint8Array(), mediaType: 'application/json' }
  ended(
    JOB,
    failure === null
      ? { ok: true, answer, cacheHit: false, processorMs: 70 }
      : { ok: false, problem: problemBody(failure, { requestId: 'r', baseUrl: '' }), processorMs: 70 },
    { counts, durationMs: 900 },
  )
  return { units: records[0].units, code: records[0].problem?.code, unpaid }
}

test('a job that is done costs its units', () => {
  assert.deepEqual(end(null), { units: 20, code: undefined, unpaid: [] })
})

test('a refused job costs nothing, and counts as unpaid work', () => {
  const refused = problem('not_found', { what: 'boundary', id: 'r1' })
  assert.deepEqual(end(refused), { units: 0, code: 'not_found', unpaid: [70] })
})

test('a cancelled job costs nothing, and counts as unpaid work', () => {
  assert.deepEqual(end(null, false), { units: 0, code: 'cancelled', unpaid: [70] })
})

test('the caller is not blamed for a job that failed by the fault of the service', () => {
  assert.deepEqual(end(problem('internal_error', {})), { units: 0, code: 'internal_error', unpaid: [] })
})

test('a job is planned again, but not priced again', async () => {
  const op = defineOp({
    name: 'create_area',
    group: 'areas',
    route: { method: 'POST', path: '/v1/areas' },
    summary: 'Create an area.',
    description: 'For tests.',
    access: 'key',
    units: 'as many as it has parts',
    readOnly: true,
    input: z.strictObject({ parts: z.int() }),
    output: z.strictObject({ parts: z.int() }),
    errors: [],
    examples: [],
    agent: { hint: '', summarize: () => '' },
    positional: [],
    plan: ({ parts }) => ({
      access: 'key',
      find: async (_context) => parts + 1,
      price: () => assert.fail('The price was reserved before.'),
      run: (_context, found) => ({ parts: found }),
    }),
  })
  const { run } = createJobHandler({
    opNamed: async () => op,
    services: { maxInlineBytes: 1_000, catalogFor: () => ({}) } as never,
    record: () => {},
    unpaidWork: { note: () => {} },
    log: {} as never,
    baseUrl: '',
  })
  const job = { ...JOB, input: { parts: 2 }, languages: [], maxInlineBytes: null }
  const outcome = await run(job, { signal: new AbortController().signal, progress: () => {} })
  assert.ok(outcome.ok)
  assert.equal(new TextDecoder().decode(outcome.answer.bytes), '{"parts":3}')
})
