import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../test/cases.ts'
import { scribble, tangledPolygons, touchingSquares } from '../../../test/support/arbitrary-rings.ts'
import { areaOf, overlayAreas, unionMinusByGeos, validityReason } from '../../../test/support/geos.ts'
import { piecesOfTiles } from '../../../test/support/land.ts'
import { boxRing, coastRing, ringsOf, seededRandom } from '../../../test/support/shapes.ts'
import { perimeter } from '../../../test/support/slab-area.ts'
import { findFault } from '../../../test/support/validity.ts'
import { clipToTiles } from './clip-to-tiles.ts'
import { divideIntoTiles } from './divide-into-tiles.ts'
import { HALF_TURN, POLE } from './map-rim.ts'
import { joinRings } from './parts.ts'
import { repair } from './repair.ts'
import { polygonCount, type Rings } from './rings.ts'
import { ringsOfBox, type Tile, type TileBox } from './tiles.ts'
import { tilesNear } from './tiles-near.ts'

const SEEDED = { seed: 20260421, numRuns: casesOf('areas that are clipped') }
const EARTH: TileBox = [-HALF_TURN, -POLE, HALF_TURN, POLE]

const areas = fc
  .oneof(
    tangledPolygons({ corners: 8, spacings: [10_000, 40_000_000] }),
    touchingSquares(5, 30_000_000),
    scribble(8),
  )
  .map((rings) => repair(rings))

/** Few positions for each tile, so that small areas are cut often. */
const masks = areas.chain((rings) =>
  fc.constantFrom(0, 3, 1000).map((mostPositions) => tilesOf(rings, mostPositions)),
)

const tilesOf = (rings: Rings, mostPositions: number): readonly Tile[] => [
  ...divideIntoTiles(rings, { box: EARTH, unit: 1, mostPositions, leastSide: 500_000 }),
]

const near = (rings: Rings, tiles: readonly Tile[]): readonly Tile[] =>
  tilesNear(
    rings,
    tiles.map(({ box }) => box),
  ).map((tile) => tiles[tile])

const assertValid = (rings: Rings): void => {
  assert.equal(validityReason(rings, 1), 'Valid Geometry')
  assert.equal(findFault(rings), null)
}

test('the inside lies in the mask to a billionth and in the area to the grid, and nothing else is lost', () => {
  fc.assert(
    fc.property(areas, masks, (rings, tiles) => {
      const { inside, apart } = clipToTiles(rings, near(rings, tiles))
      assertValid(joinRings([inside, apart]))
      const mask = piecesOfTiles(tiles)
      const area = areaOf(inside, 1)
      assert.ok(unionMinusByGeos([inside], mask, 1) <= 1e-9 * area)
      const tolerance = 3 * (perimeter(rings) + perimeter(inside)) + 1e-9 * area
      assert.ok(overlayAreas(inside, rings, 1).difference <= tolerance)
      const expected = areaOf(rings, 1) - unionMinusByGeos([rings], mask, 1)
      assert.ok(Math.abs(area - expected) <= tolerance, `${area} instead of ${expected}`)
    }),
    SEEDED,
  )
})

test('the separate parts belong to the area and touch nothing of the mask', () => {
  fc.assert(
    fc.property(areas, masks, (rings, tiles) => {
      const { apart } = clipToTiles(rings, near(rings, tiles))
      const tolerance = 3 * perimeter(apart)
      assert.ok(overlayAreas(apart, rings, 1).difference <= tolerance)
      assert.ok(areaOf(apart, 1) - unionMinusByGeos([apart], piecesOfTiles(tiles), 1) <= tolerance)
    }),
    SEEDED,
  )
})

test('clipping twice changes nothing', () => {
  fc.assert(
    fc.property(areas, masks, (rings, tiles) => {
      const { inside } = clipToTiles(rings, near(rings, tiles))
      assert.deepEqual(clipToTiles(inside, near(inside, tiles)).inside, inside)
    }),
    SEEDED,
  )
})

test('the tiling of the mask makes no difference beyond the grid', () => {
  fc.assert(
    fc.property(areas, areas, (rings, mask) => {
      const [coarse, fine] = [tilesOf(mask, 1000), tilesOf(mask, 2)].map((tiles) =>
        clipToTiles(rings, near(rings, tiles)),
      )
      const tolerance = 4 * (perimeter(rings) + perimeter(mask))
      assert.ok(overlayAreas(coarse.inside, fine.inside, 1).symmetricDifference <= tolerance)
    }),
    SEEDED,
  )
})

const island = ringsOf([[coastRing(seededRandom(7), { lon: 10, lat: 50, radius: 4, doublings: 9 })]])

test('an inland polygon is returned unchanged', () => {
  const inland = ringsOf([[boxRing(9.5, 49.5, 10.5, 50.5)]])
  assert.equal(clipToTiles(inland, near(inland, tilesOf(island, 100))).inside, inland)
})

test('polygons inland keep their positions beside others at the coast', () => {
  const inland = ringsOf([[boxRing(9.8, 49.8, 10.1234567, 50.1)]])
  const coastal = ringsOf([[boxRing(13, 49, 16, 51)]])
  const { inside } = clipToTiles(joinRings([inland, coastal]), tilesOf(island, 100))
  assert.deepEqual(inside.coords.subarray(0, 8), inland.coords)
  assert.ok(polygonCount(inside) >= 2)
})

test('an islet off the mask is separate, one with an end on it is not', () => {
  const islets = ringsOf([[boxRing(15, 50, 15.01, 50.01)], [boxRing(10, 50, 14.9, 50.001)]])
  const { inside, apart } = clipToTiles(islets, tilesOf(island, 100))
  assert.deepEqual(apart.coords, islets.coords.subarray(0, 8))
  assert.ok(areaOf(inside) < areaOf(islets) && polygonCount(inside) > 0)
})

test('the sea around an island of the mask is not separate', () => {
  const around = ringsOf([[boxRing(1, 41, 19, 59)]])
  const { inside, apart } = clipToTiles(around, tilesOf(island, 100))
  assert.equal(polygonCount(apart), 0)
  assert.ok(Math.abs(areaOf(inside) / areaOf(island) - 1) < 1e-9)
})

test('an area that ends at tile borders is complete', () => {
  const tiles = tilesOf(island, 100)
  const whole = tiles.find(({ area }) => area === 'all')
  assert.ok(whole)
  const rings = ringsOfBox(whole.box)
  assert.deepEqual(clipToTiles(rings, near(rings, tiles)).inside, rings)
})
