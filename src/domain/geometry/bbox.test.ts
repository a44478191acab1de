import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { archipelago, boxRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import {
  bboxAround,
  bboxContains,
  bboxesOverlap,
  bboxOf,
  bboxWithin,
  joinBBoxes,
  paddedBBox,
  splitBBox,
} from './bbox.ts'
import { type BBox, EMPTY_RINGS } from './rings.ts'

const boxes = (...list: BBox[]) => ringsOf(list.map((box) => [boxRing(...box)]))

test('a plain polygon has a plain box', () => {
  assert.deepEqual(bboxOf(boxes([5.7, 49.4, 6.5, 50.2])), [5.7, 49.4, 6.5, 50.2])
})

test('land on both sides of the antimeridian has a box that crosses it', () => {
  const fiji = boxes([176.9, -19.2, 180, -12.5], [-180, -18.5, -178.2, -16], [177.2, -18.3, 178.7, -17.3])
  assert.deepEqual(bboxOf(fiji), [176.9, -19.2, -178.2, -12.5])
})

test('islands near the antimeridian need not touch it for the box to cross', () => {
  assert.deepEqual(bboxOf(boxes([172, 51, 173, 53], [-176, 51, -168, 54])), [172, 51, -168, 54])
})

test('the largest empty stretch decides, wherever it is', () => {
  const scattered = boxes([144.6, 13, 145, 14], [172, 51, 180, 53], [-180, 51, -66, 60], [-65, 17, -64.5, 18])
  assert.deepEqual(bboxOf(scattered), [144.6, 13, -64.5, 60])
})

test('land that only touches the antimeridian keeps a plain box', () => {
  assert.deepEqual(bboxOf(boxes([170, 60, 180, 70])), [170, 60, 180, 70])
  assert.deepEqual(bboxOf(boxes([-180, 60, -170, 70])), [-180, 60, -170, 70])
})

test('land around a pole has a box around the Earth', () => {
  assert.deepEqual(bboxOf(boxes([-180, -90, 180, -63], [-60, -62, -55, -61])), [-180, -90, 180, -61])
})

test('a geometry without polygons is refused in a sentence', () => {
  assert.throws(() => bboxOf(EMPTY_RINGS), /A geometry without polygons has no bounding box\./)
})

test('a crossing box is split into two plain ones that meet at ±180', () => {
  assert.deepEqual(splitBBox([177, -20, -178, -16]), [
    [177, -20, 180, -16],
    [-180, -20, -178, -16],
  ])
  assert.deepEqual(splitBBox([5, 49, 6, 50]), [[5, 49, 6, 50]])
})

test('a box around a point reaches as far on all sides, across the antimeridian and around the poles', () => {
  const [west, south, east, north] = bboxAround([10, 60], 11)
  assert.ok(Math.abs(south - 59.9) < 1e-9 && Math.abs(north - 60.1) < 1e-9)
  assert.ok(west < 9.8 && west > 9.79 && east > 10.2 && east < 10.21)
  assert.ok(bboxAround([179.99, 0], 11)[0] > bboxAround([179.99, 0], 11)[2])
  assert.ok(bboxContains(bboxAround([179.99, 0], 11), [-179.95, 0]))
  assert.ok(bboxContains(bboxAround([-179.99, 0], 11), [179.95, 0]))
  assert.deepEqual(bboxAround([20, 89.99], 11), [-180, 89.99 - 0.1, 180, 90])
})

const anyBox = fc
  .tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -85, max: 80, noNaN: true }),
    fc.double({ min: 0.1, max: 350, noNaN: true }),
    fc.double({ min: 0.1, max: 5, noNaN: true }),
  )
  .map(([west, south, width, height]): BBox => {
    const east = west + width
    return [west, south, east > 180 ? east - 360 : east, south + height]
  })
const share = fc.double({ min: 0, max: 1, noNaN: true })
const lonAt = ([west, , east]: BBox, part: number): number => {
  const lon = west + part * (west <= east ? east - west : east - west + 360)
  return lon > 180 ? lon - 360 : lon
}

test('a padded box contains everything within its distance of the box', () => {
  fc.assert(
    fc.property(anyBox, share, share, (box, across, up) => {
      const lat = box[1] + up * (box[3] - box[1])
      const padded = paddedBBox(box, 100)
      assert.ok(bboxWithin(bboxAround([lonAt(box, across), lat], 99.9), padded))
      assert.ok(bboxWithin(box, padded))
      assert.ok(!bboxWithin([padded[0], padded[1] - 0.1, padded[2], padded[3]], padded))
    }),
  )
})

test('a box lies within another if all of its longitudes and latitudes do', () => {
  fc.assert(
    fc.property(
      anyBox,
      anyBox,
      fc.array(share, { minLength: 200, maxLength: 200 }),
      (inner, outer, parts) => {
        const isInside = [0, 1, ...parts].every((part) =>
          [inner[1], inner[3]].every((lat) => bboxContains(outer, [lonAt(inner, part), lat])),
        )
        if (bboxWithin(inner, outer)) assert.ok(isInside)
        if (!isInside) assert.ok(!bboxWithin(inner, outer))
      },
    ),
  )
  assert.ok(bboxWithin([179, 0, -179, 1], [170, 0, -170, 1]))
  assert.ok(!bboxWithin([-170, 0, 170, 1], [170, 0, -170, 1]), 'around the Earth')
  assert.ok(bboxWithin([-170, 0, 170, 1], [-180, 0, 180, 1]))
})

test('boxes overlap across the antimeridian, and where they only touch', () => {
  const fiji: BBox = [177, -20, -178, -16]
  assert.ok(bboxesOverlap(fiji, [-179, -18, -170, -17]))
  assert.ok(bboxesOverlap([-179, -18, -170, -17], fiji))
  assert.ok(bboxesOverlap(fiji, [170, -18, 178, -17]))
  assert.ok(bboxesOverlap(fiji, [179, -18, -179, -17]))
  assert.ok(bboxesOverlap([170, 0, 180, 1], [-180, 0, -170, 1]))
  assert.ok(bboxesOverlap([0, 0, 1, 1], [1, 1, 2, 2]))
  assert.ok(!bboxesOverlap(fiji, [-170, -18, 170, -17]))
  assert.ok(!bboxesOverlap(fiji, [177, -15, -178, -10]))
})

test('a box holds its rim, and ±180 is one longitude', () => {
  assert.ok(bboxContains([177, -20, -178, -16], [180, -18]))
  assert.ok(bboxContains([177, -20, -178, -16], [-180, -16]))
  assert.ok(bboxContains([170, -20, 180, -16], [-180, -18]))
  assert.ok(!bboxContains([177, -20, -178, -16], [0, -18]))
  assert.ok(!bboxContains([170, -20, 179, -16], [-180, -18]))
})

test('every position lies in the box, and no box of the same kind that is narrower holds them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 30 }), (seed, islands) => {
      const random = seededRandom(seed)
      const shapes = Array.from({ length: islands }, () =>
        archipelago(random, {
          lon: 358 * random() - 179,
          lat: 160 * random() - 80,
          islands: 1,
          spacing: 1,
          doublings: 1,
        }),
      ).flat()
      const rings = ringsOf(shapes)
      const bbox = bboxOf(rings)
      const [west, , east] = bbox
      const width = west <= east ? east - west : east - west + 360
      for (let i = 0; i < rings.coords.length; i += 2) {
        assert.ok(bboxContains(bbox, [rings.coords[i] / 1e7, rings.coords[i + 1] / 1e7]))
      }
      const wests = shapes.map(([ring]) => Math.min(...ring.map(([lon]) => lon)))
      const easts = shapes.map(([ring]) => Math.max(...ring.map(([lon]) => lon)))
      for (const from of wests) {
        const needed = Math.max(...easts.map((to, i) => (wests[i] < from ? to - from + 360 : to - from)))
        assert.ok(width <= needed + 1e-6)
      }
    }),
    { seed: 12, numRuns: casesOf('boxes of shapes') },
  )
})

test('the box around several boxes is the smallest, across the antimeridian too', () => {
  assert.deepEqual(joinBBoxes([[1, 2, 3, 4]]), [1, 2, 3, 4])
  assert.deepEqual(
    joinBBoxes([
      [1, 2, 3, 4],
      [5, -1, 6, 3],
    ]),
    [1, -1, 6, 4],
  )
  assert.deepEqual(
    joinBBoxes([
      [177, -19, 180, -16],
      [-180, -18, -178, -15],
    ]),
    [177, -19, -178, -15],
  )
  assert.deepEqual(
    joinBBoxes([
      [170, 50, -170, 60],
      [-125, 24, -66, 49],
    ]),
    [170, 24, -66, 60],
  )
  assert.deepEqual(
    joinBBoxes([
      [-180, -90, 180, -60],
      [5, 5, 6, 6],
    ]),
    [-180, -90, 180, 6],
  )
  assert.throws(() => joinBBoxes([]), RangeError)
})
