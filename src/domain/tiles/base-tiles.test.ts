import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { HERE } from '../../../test/support/compute.ts'
import { boxRing, ringsOf } from '../../../test/support/shapes.ts'
import { SERVICE } from '../../util/work-owner.ts'
import type { LandMask, LandTile } from '../area/ports.ts'
import { encodeRings } from '../geometry/codec.ts'
import type { Rings } from '../geometry/rings.ts'
import { createBaseTiles } from './base-tiles.ts'
import { tileAt } from './tile-grid.ts'

const SOURCE = { name: 'a mask', url: 'https://example.org', attribution: 'someone' }

const maskOf = (area: Rings | LandTile['area']): LandMask => ({
  landIn: async () => ({
    tiles: [
      {
        box: [0, 40e7, 20e7, 60e7],
        area: typeof area === 'object' && 'coords' in area ? encodeRings(area) : area,
      },
    ],
    sources: [SOURCE],
  }),
})

const TOWN = {
  name: () => 'Midtown',
  position: [10, 50] as const,
  population: 20_000,
  seatOrder: null,
  isSection: false,
}

const tilesOf = (land: LandMask, waters = maskOf('none'), towns = [TOWN]) =>
  createBaseTiles({
    land,
    waters,
    towns: async () => ({ attribution: 'town people', townsIn: () => towns }),
    compute: HERE,
  })

const COAST = maskOf(ringsOf([[boxRing(5, 45, 12, 55)]]))
const AT = tileAt([10, 50], 6)

test('a tile has land, the waters on it, and towns where they are', async () => {
  const { draw } = await tilesOf(COAST, maskOf(ringsOf([[boxRing(9, 49, 9.5, 50)]]))).at(AT)
  const { layers } = new VectorTile(new PbfReader((await draw(SERVICE))!))
  assert.deepEqual(Object.keys(layers), ['land', 'water', 'towns'])
  const town = layers.towns.feature(0)
  assert.deepEqual({ ...town.properties }, { name: 'Midtown', rank: 0, population: 20_000 })
  const { geometry } = town.toGeoJSON(AT.x, AT.y, AT.z)
  assert.ok(geometry.type === 'Point')
  const [lon, lat] = geometry.coordinates
  assert.ok(Math.hypot(lon - 10, lat - 50) < 0.001, `${lon}, ${lat}`)
})

test('a tile within land is all land, and one at sea has nothing', async () => {
  const inland = await (await tilesOf(maskOf('all'), maskOf('none'), []).at(AT)).draw(SERVICE)
  assert.deepEqual(Object.keys(new VectorTile(new PbfReader(inland!)).layers), ['land'])
  assert.equal(await (await tilesOf(maskOf('none'), maskOf('none'), []).at(AT)).draw(SERVICE), null)
})

test('the version changes with the coast, and is the same otherwise', async () => {
  const versionOf = async (land: LandMask) => (await tilesOf(land).at(AT)).version
  assert.equal(await versionOf(COAST), await versionOf(COAST))
  assert.notEqual(await versionOf(COAST), await versionOf(maskOf(ringsOf([[boxRing(5, 45, 12, 54)]]))))
})

test('everybody who made a part is named', async () => {
  assert.equal(await tilesOf(COAST).attribution(), 'someone; town people')
})
