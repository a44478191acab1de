import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { isValid } from '../../../../test/support/geos.ts'
import { voronoiCoverage } from '../../../../test/support/random-coverages.ts'
import { arrange } from '../arrange.ts'
import { strandsOfRings } from '../arrangement/strands.ts'
import { coverageOf, simplifyCoverage } from '../coverage/simplify-coverage.ts'
import { noNarrowing } from '../coverage/triangle.ts'
import { cutToBox } from '../cut-to-box.ts'
import { extentOf } from '../extent.ts'
import { joinRings, ringPart, ringsFromParts } from '../parts.ts'
import { PathBuffer } from '../path-buffer.ts'
import { positive } from '../repair.ts'
import { polygonCount, polygonStart, type Rings, ringStart } from '../rings.ts'
import type { TileBox } from '../tiles.ts'
import { arrangeInBox } from './arrange-in-box.ts'

const UNIT = 1_000

/** Returns some cells of a coverage as one area: parts that touch or lie apart, with holes and islands. */
const areaOf = (seed: number, share: number): Rings => {
  const cells = voronoiCoverage({ seed, cells: 60, bends: 4 })
  const onGrid = simplifyCoverage(coverageOf(cells, noNarrowing), 0, UNIT)
  const parts = onGrid.filter((_, i) => (i * 7) % 10 < 10 * share)
  return arrange(strandsOfRings([[joinRings(parts)]], UNIT), UNIT, positive)
}

const boxesOf = (rings: Rings): Int32Array =>
  Int32Array.from(
    Array.from(rings.polygonEnds, (_, polygon) => {
      const exterior = polygonStart(rings, polygon)
      return extentOf(rings.coords, ringStart(rings, exterior), rings.ringEnds[exterior])
    }).flat(),
  )

const shares = fc.double({ min: 0.05, max: 0.95, noNaN: true })

/** Returns the positions of each ring. */
const arrangedInBox = (rings: Rings, box: TileBox, unit: number): readonly (readonly number[])[] => {
  const into = new PathBuffer()
  arrangeInBox(into, rings, boxesOf(rings), 0, polygonCount(rings), box, unit)
  return Array.from({ length: into.count }, (_, ring) => [
    ...into.coords.subarray(into.startOf(ring), into.endOf(ring)),
  ])
}

const arrangedWhole = (rings: Rings, box: TileBox, unit: number): readonly (readonly number[])[] => {
  const whole = arrange(strandsOfRings([[cutToBox(rings, box)]], unit), unit, positive)
  return Array.from(whole.ringEnds, (_, ring) => [...ringPart(whole, ring)])
}

test('polygons that are left out of the arrangement are where it would have put them', () => {
  let count = 0
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), shares, shares, shares, (seed, share, x, y) => {
      const rings = areaOf(seed, share)
      if (!isValid(rings, 1)) return
      const [west, south, east, north] = extentOf(rings.coords)
      const at = (low: number, high: number, part: number): number =>
        Math.round((low + part * (high - low)) / UNIT) * UNIT
      const [left, bottom] = [at(west, east, x / 2), at(south, north, y / 2)]
      const box = [left, bottom, at(left, east, 0.8), at(bottom, north, 0.8)] as const
      const found = arrangedInBox(rings, box, UNIT)
      assert.deepEqual(found, arrangedWhole(rings, box, UNIT))
      count += found.length
    }),
    { numRuns: casesOf('polygons that are left out of an arrangement') },
  )
  assert.ok(count > 250, `${count} rings`)
})

const BOX = [0, 0, 100, 100] as const

for (const [title, polygons] of [
  [
    'a polygon that the rounded end of another one touches',
    [
      [95, 68, 172, 12, 179, 61],
      [99, 65, 24, 89, 5, 18],
      [62, 77, 66, 79, 64, 81],
    ],
  ],
  [
    'a polygon near an edge that rounding has bent',
    [
      [95, 38, 227, 91, 170, 94],
      [99, 41, 35, 5, 59, 17],
      [58, 18, 62, 22, 57, 22],
    ],
  ],
] as const)
  test(`${title} is arranged with it`, () => {
    const rings = ringsFromParts(polygons.map((exterior) => [exterior]))
    assert.deepEqual(arrangedInBox(rings, BOX, 1), arrangedWhole(rings, BOX, 1))
  })
