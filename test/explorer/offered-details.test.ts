/** The details that the map page offers: each has more points than the one before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offeredDetails, offeredFor, vertexText } from '../../src/explorer/offered-details.ts'

test('a higher detail is offered only if it has more points', () => {
  for (const [low, full, offered] of [
    [30, 30, ['low']],
    // The grid of low detail merges points that are close to each other.
    [500, 900, ['low', 'medium']],
    [1_000, 4_000, ['low', 'medium']],
    [1_000, 5_001, ['low', 'medium', 'high']],
    [1_000, 25_001, ['low', 'medium', 'high', 'full']],
    [30, null, ['low', 'medium', 'high', 'full']],
  ] as const)
    assert.deepEqual(offeredDetails(low, full), offered, `${low} of ${full}`)
})

test('a link to a detail that is not offered shows the highest one below it', () => {
  assert.equal(offeredFor('full', ['low']), 'low')
  assert.equal(offeredFor('full', ['low', 'medium']), 'medium')
  assert.equal(offeredFor('low', ['low', 'medium']), 'low')
})

test('the page promises no more points than there are', () => {
  assert.equal(vertexText('medium', 4_000), 'all 4,000 points')
  assert.equal(vertexText('medium', 6_000), 'about 5,000 points')
  assert.equal(vertexText('full', 30_000), 'all 30,000 points')
  assert.equal(vertexText('full', null), 'all points of the source')
})
