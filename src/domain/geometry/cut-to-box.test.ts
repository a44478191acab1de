import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { voronoiCoverage } from '../../../test/support/random-coverages.ts'
import { cutRing } from './cut-ring.ts'
import { cutToBoxes } from './cut-to-box.ts'
import { ringPart } from './parts.ts'
import type { Rings } from './rings.ts'
import type { TileBox } from './tiles.ts'

const recipes = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  cells: fc.integer({ min: 1, max: 12 }),
  bends: fc.integer({ min: 0, max: 6 }),
})

/** Boxes are small beside the areas, which are 4° wide, or larger. */
const sides = fc.tuple(
  fc.integer({ min: -1_000_000, max: 41_000_000 }),
  fc.integer({ min: -1_000_000, max: 41_000_000 }),
  fc.integer({ min: 2, max: 20_000_000 }),
  fc.integer({ min: 2, max: 20_000_000 }),
)

/** Cuts along every side of the box, however far the ring is from it. */
const cutRingByRing = (rings: Rings, [west, south, east, north]: TileBox): readonly Int32Array[] =>
  Array.from(rings.ringEnds, (_, ring) => {
    const ofWest = cutRing(ringPart(rings, ring), { axis: 0, line: west, isLower: false, unit: 1 })
    const ofEast = cutRing(ofWest, { axis: 0, line: east, isLower: true, unit: 1 })
    const ofSouth = cutRing(ofEast, { axis: 1, line: south, isLower: false, unit: 1 })
    return cutRing(ofSouth, { axis: 1, line: north, isLower: true, unit: 1 })
  }).filter(({ length }) => length >= 6)

test('what lies far from the boxes changes no position in them', () => {
  fc.assert(
    fc.property(recipes, sides, (recipe, [west, south, width, height]) => {
      const [middleX, middleY] = [west + (width >> 1), south + (height >> 1)]
      const [east, north] = [west + width, south + height]
      const boxes: readonly TileBox[] = [
        [west, south, middleX, north],
        [middleX, south, east, middleY],
        [middleX, middleY, east, north],
      ]
      for (const rings of voronoiCoverage(recipe)) {
        const cut = cutToBoxes(rings, boxes, [west, south, east, north])
        assert.deepEqual(
          Array.from(cut.ringEnds, (_, ring) => [...ringPart(cut, ring)]),
          boxes.flatMap((box) => cutRingByRing(rings, box).map((ring) => [...ring])),
        )
      }
    }),
    { numRuns: casesOf('what lies far from boxes') },
  )
})
