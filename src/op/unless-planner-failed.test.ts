/** What callers read when the model that plans areas fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlannerFailed } from '../domain/area/ports.ts'
import { Problem } from './problem.ts'
import { unlessPlannerFailed } from './unless-planner-failed.ts'

const problemOf = async (error: Error): Promise<unknown> =>
  unlessPlannerFailed(() => Promise.reject(error)).catch((thrown: unknown) => thrown)

test('a model that is away is 502, one that is late is 504; both say when to come back', async () => {
  for (const [fault, code, status] of [
    ['unreachable', 'source_unavailable', 502],
    ['unfounded', 'source_unavailable', 502],
    ['timeout', 'source_timeout', 504],
  ] as const) {
    const failure = await problemOf(new PlannerFailed(fault, 'HTTP 500 from 10.0.0.7', 7))
    assert.ok(failure instanceof Problem)
    assert.equal(failure.code, code)
    assert.equal(failure.status, status)
    assert.equal(failure.headers({ baseUrl: '' })['Retry-After'], '7')
    assert.equal(failure.members.retry_after, 7)
    assert.match(failure.message, /^The model .* Nothing was charged\.$/)
    assert.doesNotMatch(failure.message, /10\.0\.0\.7/, 'what the operator reads is not for callers')
  }
})

test('other failures stay what they are', async () => {
  const other = new Error('other')
  assert.equal(await problemOf(other), other)
})
