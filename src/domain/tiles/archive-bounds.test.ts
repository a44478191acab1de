import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveBounds } from './archive-bounds.ts'

test('an archive of Fiji opens in Fiji, though its bounds go around the Earth', () => {
  assert.deepEqual(archiveBounds([177, -20, -178, -16]), {
    bounds: [-180, -20, 180, -16],
    center: [179.5, -18],
  })
  assert.deepEqual(archiveBounds([172, 51, -130, 71]).center, [-159, 61])
})

test('an archive of Antarctica ends where its tiles do', () => {
  const { bounds, center } = archiveBounds([-180, -90, 180, -60])
  assert.deepEqual(bounds, [-180, -85.0511, 180, -60])
  assert.deepEqual(center, [0, (-85.0511 - 60) / 2])
})

test('other boxes are as they are', () => {
  assert.deepEqual(archiveBounds([5, 49, 7, 51]), { bounds: [5, 49, 7, 51], center: [6, 50] })
})
