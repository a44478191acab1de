/** Where the map moves when it shows a shape: to the bulk of its land. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoundingBox } from '../../src/client/index.ts'
import { bulkOf } from '../../src/explorer/map-framing.ts'
import { boxCorners } from '../support/drawn-map.ts'

const shapeOf = (bbox: BoundingBox, ...boxes: readonly BoundingBox[]) => ({
  bbox,
  geometry: {
    type: 'MultiPolygon' as const,
    coordinates: boxes.map((box) => [boxCorners(...box)]),
  },
})

/** As the Netherlands: a mainland with islands on its coast, and islands in the Caribbean. */
const MAINLAND: BoundingBox = [4, 51, 7, 53]
const COASTAL: BoundingBox = [5, 53.2, 5.2, 53.4]
const CARIBBEAN: BoundingBox = [-68.4, 12, -68.2, 12.3]

test('small parts far away are left out of the frame, and islands on the coast are not', () => {
  assert.deepEqual(bulkOf(shapeOf([-68.4, 12, 7, 53.4], CARIBBEAN, MAINLAND, COASTAL)), [4, 51, 7, 53.4])
})

test('a far part with a tenth of the land is in the frame', () => {
  assert.equal(bulkOf(shapeOf([-20, 50, 7, 53], MAINLAND, [-20, 50, -19, 50.5])), null)
})

test('more is left out of a very large view', () => {
  const overseas: BoundingBox = [100, -10, 101, -9]
  assert.deepEqual(bulkOf(shapeOf([-68.4, -10, 101, 53], MAINLAND, overseas)), null)
  assert.deepEqual(
    bulkOf(shapeOf([-68.4, -10, 101, 53], MAINLAND, CARIBBEAN, [100, -10, 100.8, -9.2])),
    MAINLAND,
  )
})

test('nothing is left out where the frame would not be much smaller', () => {
  assert.equal(bulkOf(shapeOf([1, 51, 7, 53], MAINLAND, [1, 51, 1.1, 51.1])), null)
})

test('the two sides of the antimeridian are near each other', () => {
  const fiji = [
    [177, -19, 180, -16],
    [-180, -19, -178, -16],
  ] as const
  assert.equal(bulkOf(shapeOf([177, -19, -178, -16], ...fiji)), null)
  assert.deepEqual(
    bulkOf(shapeOf([100, -19, -178, -16], ...fiji, [100, -17, 100.1, -16.9])),
    [177, -19, 182, -16],
  )
})

test('a single polygon, and one that is in a file, are framed whole', () => {
  assert.equal(bulkOf(shapeOf(MAINLAND, MAINLAND)), null)
  assert.equal(bulkOf({ bbox: [-68.4, 12, 7, 53.4], geometry: null }), null)
})
