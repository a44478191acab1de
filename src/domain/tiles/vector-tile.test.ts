import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import fc from 'fast-check'
import { PbfReader } from 'pbf'
import { voronoiCoverage } from '../../../test/support/random-coverages.ts'
import { ringPart } from '../geometry/parts.ts'
import type { Rings } from '../geometry/rings.ts'
import { encodeTile } from './vector-tile.ts'

const recipes = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  cells: fc.integer({ min: 2, max: 30 }),
  bends: fc.integer({ min: 0, max: 4 }),
})

const origins = fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 5_000 }))

test('a reader draws every ring as it was, closed at its beginning', () => {
  fc.assert(
    fc.property(recipes, origins, (recipe, [west, north]) => {
      const members = voronoiCoverage(recipe)
      const layer = new VectorTile(
        new PbfReader(
          encodeTile({
            name: 'areas',
            extent: 4_096,
            origin: [west, north],
            unit: 1,
            features: members.map((rings) => ({
              rings,
              firstRing: 0,
              endRing: rings.ringEnds.length,
              attributes: {},
            })),
          }),
        ),
      ).layers.areas
      assert.equal(layer.length, members.length)
      members.forEach((rings, i) => {
        const drawn = layer.feature(i).loadGeometry()
        assert.deepEqual(
          drawn.map((ring) => ring.map(({ x, y }) => [x + west, north - y])),
          closedClockwise(rings),
        )
      })
    }),
    { numRuns: 40 },
  )
})

/** Each ring against its direction, from its last position back to this one. */
const closedClockwise = (rings: Rings): readonly (readonly (readonly number[])[])[] =>
  Array.from(rings.ringEnds, (_, ring) => {
    const coords = ringPart(rings, ring)
    const positions = Array.from({ length: coords.length / 2 }, (__, i) => [coords[2 * i], coords[2 * i + 1]])
    const backwards = positions.toReversed()
    return [...backwards, backwards[0]]
  })
