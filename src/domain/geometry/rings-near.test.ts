import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archipelago, coastRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { cutToBox } from './cut-to-box.ts'
import { EMPTY_RINGS } from './rings.ts'
import { RingsNear } from './rings-near.ts'
import type { TileBox } from './tiles.ts'

test('a box cuts the same from the rings near it as from all rings', () => {
  const random = seededRandom(1)
  const area = ringsOf([
    [coastRing(random, { lon: 0, lat: 0, radius: 5, doublings: 6, roughness: 0.5 })],
    ...archipelago(random, { lon: 6, lat: -6, islands: 100, spacing: 0.1, doublings: 1 }),
  ])
  const near = new RingsNear(area)
  for (let i = 0; i < 100; i++) {
    const [west, south] = [Math.floor((random() * 16 - 6) * 1e7), Math.floor((random() * 16 - 8) * 1e7)]
    const box: TileBox = [west, south, west + Math.ceil(random() * 2e7), south + Math.ceil(random() * 2e7)]
    assert.deepEqual(cutToBox(near.meeting(box), box), cutToBox(area, box))
  }
})

test('nothing is near a box of an empty area', () => {
  assert.deepEqual(new RingsNear(EMPTY_RINGS).meeting([0, 0, 1, 1]), EMPTY_RINGS)
})
