import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { areaOf, isValid, overlayAreas, validityReason } from '../../../test/support/geos.ts'
import { voronoiCoverage } from '../../../test/support/random-coverages.ts'
import { arrange } from './arrange.ts'
import { strandsOfRings } from './arrangement/strands.ts'
import { BoxClipper } from './clip-to-box.ts'
import { coverageOf, simplifyCoverage } from './coverage/simplify-coverage.ts'
import { noNarrowing } from './coverage/triangle.ts'
import { extentOf } from './extent.ts'
import { joinRings, ringPart, ringsFromParts } from './parts.ts'
import { positive } from './repair.ts'
import { polygonCount, polygonStart, type Rings, ringStart } from './rings.ts'
import type { TileBox } from './tiles.ts'

const UNIT = 1_000

/** Shared by all tests, so that leftovers in its buffers would be found. */
const clipper = new BoxClipper()

const clipToBox = (
  rings: Rings,
  box: TileBox,
  unit: number,
): { readonly clipped: Rings; readonly isArranged: boolean } => {
  const polygonBoxes = Array.from(rings.polygonEnds, (_, polygon) => {
    const exterior = polygonStart(rings, polygon)
    return extentOf(rings.coords, ringStart(rings, exterior), rings.ringEnds[exterior])
  })
  const boxes = Int32Array.from(polygonBoxes.flat())
  const isArranged = !clipper.clip(rings, boxes, 0, polygonCount(rings), box, unit)
  const polygons: Int32Array[][] = []
  const { coords, ends, count } = clipper.clipped
  const all = { coords: coords.slice(), ringEnds: Uint32Array.from(ends), polygonEnds: new Uint32Array() }
  for (let ring = 0; ring < count; ring++) {
    const part = ringPart(all, ring)
    if (isExterior(part)) polygons.push([part])
    else polygons.at(-1)!.push(part)
  }
  return { clipped: ringsFromParts(polygons), isArranged }
}

/** True for counter-clockwise rings. */
const isExterior = (ring: Int32Array): boolean => {
  let doubled = 0
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2)
    doubled +=
      (ring[at] - ring[0]) * (ring[before + 1] - ring[1]) -
      (ring[before] - ring[0]) * (ring[at + 1] - ring[1])
  return doubled < 0
}

/**
 * Cells with islands, holes and many bends on the grid of `UNIT`, every third one as parts of one area. Bends of two borders
 * may cross.
 */
const areas = (seed: number): readonly Rings[] => {
  const cells = voronoiCoverage({ seed, cells: 40, bends: 6 })
  const onGrid = simplifyCoverage(coverageOf(cells, noNarrowing), 0, UNIT)
  const parts = onGrid.filter((_, i) => i % 3 === 0)
  return [...onGrid, arrange(strandsOfRings([[joinRings(parts)]], UNIT), UNIT, positive)].filter((each) =>
    isValid(each, 1),
  )
}

const shares = fc.double({ min: 0.01, max: 0.99, noNaN: true })

const boxAt = (rings: Rings, [x1, y1, x2, y2]: readonly number[]): TileBox => {
  const [west, south, east, north] = extentOf(rings.coords)
  const at = (low: number, high: number, share: number): number =>
    Math.round((low + share * (high - low)) / UNIT) * UNIT
  return [
    at(west, east, Math.min(x1, x2)),
    at(south, north, Math.min(y1, y2)),
    at(west, east, Math.max(x1, x2)) + UNIT,
    at(south, north, Math.max(y1, y2)) + UNIT,
  ]
}

const areaOfBox = ([west, south, east, north]: TileBox): Rings =>
  ringsFromParts([[[west, south, east, south, east, north, west, north]]])

const isInBox = ({ coords }: Rings, [west, south, east, north]: TileBox): boolean =>
  coords.every((at, i) => (i % 2 === 0 ? at >= west && at <= east : at >= south && at <= north))

/**
 * Returns the area that rounding the crossings may add and remove: each moves along its side by half a unit at most, and
 * turns its edge by that much.
 */
const roundedArea = ({ coords, ringEnds }: Rings, [west, south, east, north]: TileBox): number => {
  const isInside = (at: number): boolean =>
    coords[at] >= west && coords[at] <= east && coords[at + 1] >= south && coords[at + 1] <= north
  let crossingLength = 0
  let start = 0
  for (const end of ringEnds) {
    for (let at = 2 * start, before = 2 * end - 2; at < 2 * end; before = at, at += 2)
      if (!isInside(at) || !isInside(before))
        crossingLength += Math.hypot(coords[at] - coords[before], coords[at + 1] - coords[before + 1])
    start = end
  }
  return (crossingLength * UNIT) / 2
}

test('a clipped area is valid, and the part of the area in the box', () => {
  let clips = 0
  let arranged = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000 }),
      fc.tuple(shares, shares, shares, shares),
      (seed, at) => {
        for (const rings of areas(seed)) {
          const box = boxAt(rings, at)
          const { clipped, isArranged } = clipToBox(rings, box, UNIT)
          clips++
          assert.equal(validityReason(clipped, 1), 'Valid Geometry')
          assert.ok(isInBox(clipped, box))
          if (isArranged) arranged++
          else {
            const inBox = overlayAreas(rings, areaOfBox(box), 1).intersection
            const common = clipped.coords.length === 0 ? 0 : overlayAreas(rings, clipped, 1).intersection
            const differing = inBox + areaOf(clipped, 1) - 2 * common
            assert.ok(differing <= roundedArea(rings, box), `${differing} square units differ`)
          }
        }
      },
    ),
    { numRuns: casesOf('areas that are clipped to boxes') },
  )
  assert.ok(arranged < 0.1 * clips, `${arranged} of ${clips}`)
})

const SQUARE = ringsFromParts([
  [
    [0, 0, 100, 0, 100, 100, 0, 100],
    [40, 40, 40, 60, 60, 60, 60, 40],
  ],
])

test('a box that an area covers is filled, apart from the holes in it', () => {
  assert.equal(areaOf(clipToBox(SQUARE, [10, 10, 90, 90], 10).clipped, 1), 80 * 80 - 20 * 20)
  assert.equal(areaOf(clipToBox(SQUARE, [10, 10, 30, 30], 10).clipped, 1), 400)
})

test('a box in a hole, or beside the area, is empty', () => {
  for (const box of [
    [50, 50, 55, 55],
    [200, 0, 300, 100],
  ] as const)
    assert.equal(clipToBox(SQUARE, box, 5).clipped.coords.length, 0)
})

test('a hole that leaves the box is cut off', () => {
  assert.equal(areaOf(clipToBox(SQUARE, [10, 10, 50, 90], 10).clipped, 1), 40 * 80 - 10 * 20)
})

test('a hole that a rounded edge touches is left to an arrangement', () => {
  // The edge leaves the box at y = 4.6, which is rounded to 5, so that it passes through (2, 1).
  const area = (hole: readonly number[]): Rings => ringsFromParts([[[0, 0, 50, 23, 50, 40, 0, 40], hole]])
  const box = [-5, -5, 10, 20] as const
  assert.ok(clipToBox(area([2, 1, 2, 3, 3, 3]), box, 1).isArranged)
  const { clipped, isArranged } = clipToBox(area([2, 2, 2, 3, 3, 3]), box, 1)
  assert.ok(!isArranged)
  assert.equal(clipped.ringEnds.length, 2)
})
