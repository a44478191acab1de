import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { polygonsOfAtlas } from '../../../test/support/atlas-polygons.ts'
import { areaOf, overlayAreas } from '../../../test/support/geos.ts'
import { ringsOfMember } from '../../../test/support/rings-of-member.ts'
import { doubledArea } from '../geometry/area.ts'
import { ringsFromParts } from '../geometry/parts.ts'
import type { Rings } from '../geometry/rings.ts'
import { placeInBlock, prepareBlock, tilesOf } from './block.ts'
import { drawTiles } from './draw-tile.ts'
import { BUFFER, boxOfTile, type TileAddress, unitOf } from './tile-grid.ts'
import { simplifyBlock } from './zoom-coverage.ts'
import { encodeZoom, membersIn } from './zoom-tiles.ts'

const BLOCK = { z: 3, x: 4, y: 2 }
const ZOOM = 5
const members = await polygonsOfAtlas('DE', 4)
const coverage = prepareBlock({ block: BLOCK, members })
const simplified = simplifyBlock(coverage, ZOOM)
const zoom = encodeZoom({ block: BLOCK, coverage, zoom: ZOOM })
const tiles = tilesOf(BLOCK, ZOOM)
const everyPlace = [...tiles.keys()]
const features = members.map((_, member) => ({ member, attributes: { id: member } }))

test('each tile has the part of every boundary that reaches into it or its margin, and no other', () => {
  const drawn = drawTiles({ zoom, places: everyPlace, features })
  const unit = unitOf(ZOOM)
  let parts = 0
  for (const [place, tile] of tiles.entries()) {
    const box = boxAround(tile)
    const shown = partsIn(drawn[place], tile)
    members.forEach((_, member) => {
      const inSource = overlayAreas(ringsOfMember(simplified, member), box, 1).intersection
      const part = shown.get(member)
      const inTile = part === undefined ? 0 : areaOf(part, 1)
      // Crossings with the sides are rounded, half a step on either end of a border.
      assert.ok(Math.abs(inTile - inSource) <= 4 * 4_096 * unit ** 2, `place ${place}, member ${member}`)
      if (part !== undefined) parts++
    })
  }
  assert.ok(parts > members.length)
})

test('a tile has the boundaries that were asked for, in their order, as if it were drawn alone', () => {
  const some = [5, 2, 11, 0].map((member) => features[member])
  const together = drawTiles({ zoom, places: everyPlace, features: some })
  everyPlace.forEach((place) => {
    const [alone] = drawTiles({ zoom, places: [place], features: some })
    assert.deepEqual(alone, together[place])
    const asked = some.filter(({ member }) => membersIn(zoom, [place]).includes(member))
    assert.deepEqual(
      [...partsIn(alone, tiles[place]).keys()],
      asked.map(({ member }) => member),
    )
  })
})

test('a tile is found at its place', () => {
  tiles.forEach((tile, i) => {
    assert.equal(placeInBlock(BLOCK, tile), i)
  })
})

test('boundaries in some tiles are those that any of them shows', () => {
  const expected = new Set(everyPlace.flatMap((place) => membersIn(zoom, [place])))
  assert.deepEqual([...membersIn(zoom, everyPlace)].sort(), [...expected].sort())
  assert.ok(expected.size >= 16)
})

const boxAround = (tile: TileAddress): Rings => {
  const [west, south, east, north] = boxOfTile(tile, BUFFER)
  return ringsFromParts([[[west, south, east, south, east, north, west, north]]])
}

/** By the id of each feature, its polygons in the units of the grid. */
const partsIn = (bytes: Uint8Array | null, tile: TileAddress): ReadonlyMap<unknown, Rings> => {
  if (bytes === null) return new Map()
  const [west, , , north] = boxOfTile(tile)
  const unit = unitOf(tile.z)
  const layer = new VectorTile(new PbfReader(bytes)).layers.boundaries
  return new Map(
    Array.from({ length: layer.length }, (_, i) => {
      const feature = layer.feature(i)
      const rings = feature
        .loadGeometry()
        .map((ring) => ring.slice(1).flatMap(({ x, y }) => [west + x * unit, north - y * unit]))
      return [feature.properties.id, ringsFromParts(polygonsAmong(rings))]
    }),
  )
}

/** Exteriors turn clockwise, against the direction of those of `Rings`. */
const polygonsAmong = (rings: readonly (readonly number[])[]): number[][][] => {
  const polygons: number[][][] = []
  for (const ring of rings) {
    const backwards = Array.from({ length: ring.length / 2 }, (_, i) => ring.slice(2 * i, 2 * i + 2))
      .reverse()
      .flat()
    if (doubledArea(Int32Array.from([...backwards, ...backwards.slice(0, 2)])) > 0) polygons.push([backwards])
    else polygons.at(-1)!.push(backwards)
  }
  return polygons
}
