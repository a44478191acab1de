import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { casesOf } from '../../../../test/cases.ts'
import { areaOf, overlayAreas } from '../../../../test/support/geos.ts'
import { piecesOfTiles } from '../../../../test/support/land.ts'
import {
  boxRing,
  clockwise,
  coastRing,
  type PolygonRings,
  type Random,
  type Ring,
  ringsOf,
  seededRandom,
} from '../../../../test/support/shapes.ts'
import { perimeter } from '../../../../test/support/slab-area.ts'
import { findFault } from '../../../../test/support/validity.ts'
import { bboxOf } from '../bbox.ts'
import { unionMinus } from '../boolean.ts'
import { divideIntoTiles } from '../divide-into-tiles.ts'
import { HALF_TURN, POLE } from '../map-rim.ts'
import { ringPart } from '../parts.ts'
import { roundTo } from '../precision.ts'
import { type Rings, UNITS_PER_DEGREE } from '../rings.ts'
import type { Tile, TileBox } from '../tiles.ts'
import { type CoastLine, joinLines } from './coast-line.ts'
import { redraw } from './redraw-tiles.ts'

const EARTH: TileBox = [-HALF_TURN, -POLE, HALF_TURN, POLE]
const SIZE = { mostPositions: 200, leastSide: 500_000 }

const tilesOf = (rings: Rings): readonly Tile[] => [
  ...divideIntoTiles(rings, { ...SIZE, box: EARTH, unit: 1 }),
]

/** Cuts rings into ways of a few positions each, as mappers draw them. */
const waysOf = (rings: Rings, positions: number): readonly CoastLine[] =>
  Array.from(rings.ringEnds.keys()).flatMap((ring) => {
    const part = ringPart(rings, ring)
    const closed = Int32Array.from([...part, part[0], part[1]])
    const ways: CoastLine[] = []
    for (let at = 0; at < closed.length - 2; at += 2 * positions)
      ways.push(closed.slice(at, Math.min(closed.length, at + 2 * positions + 2)))
    return ways
  })

const inBox = (way: CoastLine, [west, south, east, north]: readonly number[]): boolean =>
  way.every((value, i) =>
    i % 2 === 0 ? value >= west * 1e7 && value <= east * 1e7 : value >= south * 1e7 && value <= north * 1e7,
  )

const refuse = (): never => assert.fail('A drawn coast is never too complex.')

/** Returns all tiles, with new ones replacing old ones. */
const redrawn = (tiles: readonly Tile[], ways: readonly CoastLine[]): readonly Tile[] => {
  const changes = new Map<Tile, readonly Tile[]>()
  for (const { old, drawn } of redraw(tiles, joinLines(ways), SIZE, refuse)) changes.set(old, drawn)
  return tiles.flatMap((tile) => changes.get(tile) ?? [tile])
}

const landOf = (tiles: readonly Tile[]): Rings => unionMinus(piecesOfTiles(tiles), [])

const continent = (seed: number): PolygonRings => [
  coastRing(seededRandom(seed), { lon: 10, lat: 50, radius: 1.5, doublings: 9, roughness: 0.3 }),
]

/**
 * Islets on the edge of the extract and beyond it, in the open sea, one north of the other; two of three have a lagoon with
 * an islet.
 */
const isletOf = (random: Random, i: number): { readonly land: Rings; readonly lagoon: Rings | null } => {
  const [lon, lat] = [i % 2 ? 8 - 0.01 * (i % 4) : 7.3 + 0.7 * random(), 48 + 0.027 * i]
  const shore = coastRing(random, { lon, lat, radius: 0.0005 + 0.012 * random(), doublings: 3 })
  const shrunk = (by: number): Ring =>
    shore.map(([x, y]) => [lon + by * (x - lon), lat + by * (y - lat)] as const)
  if (i % 3 === 0) return { land: ringsOf([[shore]]), lagoon: null }
  const [water, islet] = [shrunk(0.6), shrunk(0.2)]
  return {
    land: ringsOf([[shore, clockwise(water)], [islet]]),
    lagoon: ringsOf([[water, clockwise(islet)]]),
  }
}

describe('a redrawn mask', () => {
  test('has the coastlines wherever they are complete', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 60 }), (seed, positions) => {
        const fine = ringsOf([continent(seed)])
        const tiles = redrawn(tilesOf(roundTo(fine, 3)), waysOf(fine, positions))
        for (const rings of piecesOfTiles(tiles)) assert.equal(findFault(rings), null)
        const { symmetricDifference } = overlayAreas(landOf(tiles), fine, 1)
        assert.ok(symmetricDifference <= 2 * perimeter(fine), `${symmetricDifference} square units`)
      }),
      { seed: 20260505, numRuns: casesOf('redrawn coasts') },
    )
  })

  test("has the extract's coastlines inside the extract, and its own elsewhere", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 30 }), (seed, positions) => {
        const fine = ringsOf([continent(seed)])
        const coarse = roundTo(fine, 3)
        const extract = [8, 49.2, 10.3, 52]
        const ways = waysOf(fine, positions).filter((way) => inBox(way, extract))
        const after = landOf(redrawn(tilesOf(coarse), ways))
        const within = (box: readonly [number, number, number, number], rings: Rings): Rings =>
          unionMinus(
            [rings],
            [unionMinus([ringsOf([[boxRing(0, 40, 20, 60)]])], [ringsOf([[boxRing(...box)]])])],
          )
        const far = [10.45, 47, 13, 54] as const
        const kept = overlayAreas(within(far, after), within(far, coarse), 1).symmetricDifference
        assert.ok(kept <= 2 * perimeter(fine), `${kept} square units changed beyond the extract`)
        const core = [7, 49.5, 10, 54] as const
        const drawn = overlayAreas(within(core, after), within(core, fine), 1).symmetricDifference
        const before = overlayAreas(within(core, coarse), within(core, fine), 1).symmetricDifference
        assert.ok(drawn <= before / 5, `${drawn} square units are as they were, of ${before}`)
      }),
      { seed: 20260506, numRuns: casesOf('redrawn coasts inside an extract') },
    )
  })

  const coarse = ringsOf([[boxRing(0, 0, 2, 2)], [boxRing(3, 0, 3.01, 0.01)]])
  const assertUnchanged = (ways: readonly CoastLine[]): void =>
    assert.equal([...redraw(tilesOf(coarse), joinLines(ways), SIZE, refuse)].length, 0)

  test('keeps islands that the lines omit', () => {
    // The island has 1e-4 square degrees. Sides shared with tiles are moved by a unit.
    const after = landOf(redrawn(tilesOf(coarse), waysOf(ringsOf([[boxRing(0, 0, 2, 2)]]), 2)))
    assert.ok(Math.abs(areaOf(after) - areaOf(coarse)) < 1e-6)
  })

  test('gets new islands', () => {
    const islet = ringsOf([[boxRing(4, 1, 4.001, 1.001)]])
    const after = landOf(redrawn(tilesOf(coarse), waysOf(islet, 3)))
    assert.ok(Math.abs(areaOf(after) - areaOf(coarse) - areaOf(islet)) < 1e-12)
  })

  test('gets every islet at the edge of an extract, with its lagoon and the islet in that', () => {
    const random = seededRandom(150)
    const fine = ringsOf([continent(5)])
    const islets = Array.from({ length: 150 }, (_, i) => isletOf(random, i))
    const extract = [8, 49.2, 12, 52]
    const ways = [
      ...waysOf(fine, 12).filter((way) => inBox(way, extract)),
      ...islets.flatMap(({ land }) => waysOf(land, 1 + Math.floor(12 * random()))),
    ]
    const tiles = redrawn(tilesOf(roundTo(fine, 3)), ways)
    for (const { land, lagoon } of islets) {
      const [west, south, east, north] = bboxOf(land).map((side) => side * UNITS_PER_DEGREE)
      const near = tiles.filter(
        ({ box }) => box[0] < east && box[2] > west && box[1] < north && box[3] > south,
      )
      const drawn = landOf(near)
      const rounding = 2 * perimeter(land)
      const missing = areaOf(land, 1) - overlayAreas(drawn, land, 1).intersection
      assert.ok(missing <= rounding, `${missing} square units are missing`)
      const filled = lagoon === null ? 0 : overlayAreas(drawn, lagoon, 1).intersection
      assert.ok(filled <= rounding, `${filled} square units of a lagoon are land`)
    }
  })

  test('has everything far from the shore of an island that is not in the mask', () => {
    const island = ringsOf([[boxRing(4, 1, 4.5, 1.5), clockwise(boxRing(4.1, 1.1, 4.4, 1.4))]])
    const after = landOf(redrawn(tilesOf(coarse), waysOf(island, 2)))
    assert.ok(Math.abs(areaOf(after) - areaOf(coarse) - areaOf(island)) < 1e-6)
  })

  test('keeps lakes as land, though their shore is drawn as coastline', () => {
    assertUnchanged(waysOf(ringsOf([[clockwise(boxRing(0.5, 0.5, 1.5, 1.5))]]), 10))
  })

  test('ignores a coast where it has none', () => {
    assertUnchanged([Int32Array.of(-5e7, 5e7, -4e7, 5e7, -3e7, 5e7)])
  })

  test('ignores a coast that runs the wrong way', () => {
    assertUnchanged(waysOf(ringsOf([[clockwise(boxRing(0, 0, 2, 2))]]), 2))
  })

  test('ignores a coast that has a gap', () => {
    const ways = waysOf(ringsOf([[boxRing(0.001, 0.001, 1.999, 1.999)]]), 1).slice(1)
    const after = landOf(redrawn(tilesOf(coarse), ways))
    const lost = areaOf(coarse) - areaOf(after)
    assert.ok(lost > 0 && lost < 0.0065, `${lost} square degrees of a strip of 0.008`)
  })
})

test('ways in any order are joined to lines as long as possible', () => {
  const ring = ringsOf([continent(3)])
  const ways = waysOf(ring, 7)
  const shuffled = ways.toSorted((a, b) => Math.imul(a[0], 31) - Math.imul(b[0], 31))
  const joined = joinLines(shuffled)
  assert.equal(joined.length, 1)
  assert.equal(joined[0].length, ring.coords.length + 2)
  assert.equal(joinLines(shuffled.slice(2)).length <= 2, true)
})
