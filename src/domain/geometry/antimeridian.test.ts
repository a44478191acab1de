import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { cutAtAntimeridian } from '../../../test/support/cut-at-antimeridian.ts'
import { areaOf, overlayAreas, validityReason } from '../../../test/support/geos.ts'
import {
  boxRing,
  clockwise,
  coastRing,
  type Ring,
  ringsOf,
  seededRandom,
} from '../../../test/support/shapes.ts'
import { areaKm2, planarAreaOfRing } from './area.ts'
import { bboxOf } from './bbox.ts'
import { ringsFromGeoJson } from './geojson-rings.ts'
import { polygonCount, polygonStart, type Rings, ringStart } from './rings.ts'

const wrap = (lon: number): number => (((lon % 360) + 540) % 360) - 180
const moved = (ring: Ring, by: number): Ring => ring.map(([lon, lat]) => [lon + by, lat] as const)
const wrapped = (ring: Ring): Ring => ring.map(([lon, lat]) => [wrap(lon), lat] as const)
const multiPolygon = (...polygons: (readonly Ring[])[]) => ({ type: 'MultiPolygon', coordinates: polygons })

/** Lists rings as positions, each beginning with its smallest, so that rings can be compared. */
const shapesOf = (rings: Rings): number[][][][] =>
  Array.from({ length: polygonCount(rings) }, (_, polygon) =>
    Array.from({ length: rings.polygonEnds[polygon] - polygonStart(rings, polygon) }, (_, i) => {
      const ring = polygonStart(rings, polygon) + i
      const positions: number[][] = []
      for (let at = ringStart(rings, ring); at < rings.ringEnds[ring]; at++) {
        positions.push([rings.coords[2 * at] / 1e7, rings.coords[2 * at + 1] / 1e7])
      }
      const first = positions.indexOf([...positions].sort((a, b) => a[0] - b[0] || a[1] - b[1])[0])
      return [...positions.slice(first), ...positions.slice(0, first)]
    }),
  )

const assertCut = (rings: Rings): void => {
  assert.equal(validityReason(rings), 'Valid Geometry')
  assert.ok(rings.coords.every((value, i) => Math.abs(value) <= (i % 2 === 0 ? 1_800_000_000 : 900_000_000)))
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const exterior = polygonStart(rings, polygon)
    for (let ring = exterior; ring < rings.polygonEnds[polygon]; ring++) {
      assert.equal(planarAreaOfRing(rings, ring) > 0, ring === exterior)
    }
  }
}

test('rings on the map, or already cut, are returned unchanged', () => {
  const antarctica: Ring = [
    [-180, -90],
    [180, -90],
    [180, -75],
    [0, -70],
    [-180, -75],
  ]
  for (const rings of [
    ringsOf([[boxRing(-180, -90, 180, 90)]]),
    ringsOf([[boxRing(-180, -60, 180, 60)]]),
    ringsOf([[boxRing(177, -19, 180, -16)], [boxRing(-180, -19, -178, -16)]]),
    ringsOf([[antarctica]]),
  ]) {
    assert.equal(cutAtAntimeridian(rings), rings)
  }
})

test('a ring that jumps across ±180 becomes a polygon on each side, with corners exactly on the seam', () => {
  const rings = cutAtAntimeridian(
    ringsOf([
      [
        [
          [178, -18],
          [-179, -18],
          [-179, -16],
          [178, -16],
        ],
      ],
    ]),
  )
  assertCut(rings)
  assert.deepEqual(shapesOf(rings).sort(), [
    [
      [
        [-180, -18],
        [-179, -18],
        [-179, -16],
        [-180, -16],
      ],
    ],
    [
      [
        [178, -18],
        [180, -18],
        [180, -16],
        [178, -16],
      ],
    ],
  ])
})

test('a ring that continues beyond ±180 is cut there, on either side and any number of turns away', () => {
  const expected = shapesOf(
    ringsFromGeoJson(multiPolygon([boxRing(178, -18, 180, -16)], [boxRing(-180, -18, -179, -16)])),
  )
  for (const turns of [-720, -360, 0, 360, 720]) {
    const rings = ringsFromGeoJson(multiPolygon([moved(boxRing(178, -18, 181, -16), turns)]))
    assert.deepEqual(shapesOf(rings).sort(), expected.sort())
  }
})

test('a crossing named on both sides of the seam counts once', () => {
  const rings = cutAtAntimeridian(
    ringsOf([
      [
        [
          [178, -18],
          [180, -18],
          [-180, -18],
          [-179, -18],
          [-179, -16],
          [-180, -16],
          [180, -16],
          [178, -16],
        ],
      ],
    ]),
  )
  assertCut(rings)
  assert.deepEqual(bboxOf(rings), [178, -18, -179, -16])
})

test('a hole on the seam opens both halves, a hole beside it stays with its half', () => {
  const polygon = [
    [
      [170, 50],
      [-170, 50],
      [-170, 70],
      [170, 70],
    ],
    [
      [179, 55],
      [179, 57],
      [-179, 57],
      [-179, 55],
    ],
    [
      [172, 60],
      [172, 62],
      [174, 62],
      [174, 60],
    ],
    [
      [-174, 60],
      [-174, 62],
      [-172, 62],
      [-172, 60],
    ],
  ] as const
  const rings = cutAtAntimeridian(ringsOf([polygon]))
  assertCut(rings)
  assert.deepEqual(
    shapesOf(rings).map((rings) => rings.length),
    [2, 2],
  )
  assert.ok(Math.abs(areaOf(rings) - (400 - 4 - 4 - 4)) < 1e-9)
})

test('a ring around a pole is led down the seam and along the pole, whichever way it runs', () => {
  const coast: Ring = Array.from({ length: 36 }, (_, i) => [i * 10 - 175, -70 + (i % 3)] as const)
  for (const ring of [coast, clockwise(coast)]) {
    const south = cutAtAntimeridian(ringsOf([[ring]]))
    assertCut(south)
    assert.equal(polygonCount(south), 1)
    assert.deepEqual(bboxOf(south), [-180, -90, 180, -68])
    const north = cutAtAntimeridian(ringsOf([[ring.map(([lon, lat]) => [lon, -lat] as const)]]))
    assertCut(north)
    assert.deepEqual(bboxOf(north), [-180, 68, 180, 90])
    assert.ok(Math.abs(areaKm2(north) / areaKm2(south) - 1) < 1e-9)
  }
})

test('a ring around the pole with a hole around the pole is a belt', () => {
  const parallel = (lat: number): Ring => Array.from({ length: 36 }, (_, i) => [i * 10 - 175, lat] as const)
  const rings = cutAtAntimeridian(ringsOf([[parallel(60), clockwise(parallel(70))]]))
  assertCut(rings)
  assert.ok(Math.abs(areaOf(rings) - 3600) < 1e-6)
})

test('a polygon that touches the seam from one side is left whole', () => {
  const rings = ringsOf([
    [
      [
        [170, 0],
        [180, 5],
        [170, 10],
      ],
    ],
    [boxRing(-180, 20, -170, 30)],
  ])
  assert.equal(cutAtAntimeridian(rings), rings)
})

test('a ring that runs along the seam for a while before it crosses is cut without a slit', () => {
  const rings = ringsFromGeoJson(
    multiPolygon([
      [
        [175, 0],
        [180, 0],
        [180, 2],
        [182, 2],
        [182, 4],
        [180, 4],
        [180, 6],
        [175, 6],
      ],
    ]),
  )
  assertCut(rings)
  assert.ok(Math.abs(areaOf(rings) - 34) < 1e-9)
  assert.equal(polygonCount(rings), 2)
})

test('neighbours who share an edge across the seam are cut at the same latitude', () => {
  const [a, b] = [
    [179.1234567, 10.7654321],
    [-179.7654321, 11.1234567],
  ] as const
  const north = cutAtAntimeridian(ringsOf([[[a, b, [-179, 20], [179, 20]]]]))
  const south = cutAtAntimeridian(ringsOf([[[b, a, [179, 0], [-179, 0]]]]))
  assert.equal(overlayAreas(north, south).intersection, 0)
  const lowest = (rings: Rings): number =>
    Math.min(
      ...shapesOf(rings)
        .flat(2)
        .filter(([lon, lat]) => Math.abs(lon) === 180 && lat > 5)
        .map(([, lat]) => lat),
    )
  assert.equal(lowest(north), lowest(south))
})

test('cutting a coast shifted over the seam keeps its area, and jumps and overruns give the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e6 }),
      fc.double({ min: -3, max: 3, noNaN: true }),
      (seed, shift) => {
        const random = seededRandom(seed)
        const coast = coastRing(random, {
          lon: 180,
          lat: 120 * random() - 60,
          radius: 3,
          doublings: 6,
          roughness: 0.8,
        })
        const lake = clockwise(coastRing(random, { lon: 180, lat: coast[0][1], radius: 0.1, doublings: 3 }))
        const polygon = [moved(coast, shift), moved(lake, shift + 0.6)]
        if (validityReason(ringsOf([polygon.map((ring) => moved(ring, -180))])) !== 'Valid Geometry') return
        const beyond = ringsFromGeoJson(multiPolygon(polygon))
        assertCut(beyond)
        const expected = areaKm2(ringsOf([polygon.map((ring) => moved(ring, -180))]))
        assert.ok(Math.abs(areaKm2(beyond) / expected - 1) < 1e-7)
        const jumping = cutAtAntimeridian(ringsOf([polygon.map(wrapped)]))
        assertCut(jumping)
        assert.ok(overlayAreas(beyond, jumping).symmetricDifference < 1e-5)
      },
    ),
    { seed: 23, numRuns: casesOf('coasts over the antimeridian') },
  )
})

test('cutting twice changes nothing', () => {
  const coast = coastRing(seededRandom(2), { lon: 180, lat: 50, radius: 3, doublings: 6, roughness: 0.8 })
  const once = cutAtAntimeridian(ringsOf([[wrapped(coast)]]))
  assert.equal(cutAtAntimeridian(once), once)
})
