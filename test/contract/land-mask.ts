/** Contract of the land masks, whatever their storage. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LandMask, LandTile } from '../../src/domain/area/ports.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { locate, OUTSIDE } from '../../src/domain/geometry/contains.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { findFault } from '../support/validity.ts'

export interface MaskUnderTest {
  readonly mask: LandMask
  /** `[lon, lat]` in degrees. */
  readonly onLand: readonly (readonly [lon: number, lat: number])[]
  readonly inSea: readonly (readonly [lon: number, lat: number])[]
  readonly close: () => Promise<void>
}

export const landMaskContract = (name: string, open: () => Promise<MaskUnderTest>): void => {
  describe(name, () => {
    let made: MaskUnderTest
    before(async () => {
      made = await open()
    })
    after(() => made.close())

    const tilesIn = async (box: BBox) => (await made.mask.landIn([box])).tiles

    test('has land where land is, and sea where sea is', async () => {
      for (const [places, expected] of [
        [made.onLand, true],
        [made.inSea, false],
      ] as const)
        for (const [lon, lat] of places)
          assert.equal(isLand(await tilesIn([lon, lat, lon, lat]), lon, lat), expected, `${lon}, ${lat}`)
    })

    test('covers the requested boxes, every place once', async () => {
      for (const box of [[-31.3, -41.7, 47.9, 63.1] as const, [170.5, -20.25, -170.5, 20.75] as const]) {
        const tiles = await tilesIn(box)
        const [west, south, east, north] = box.map((side) => Math.round(side * 1e7))
        const width = (east - west + (west > east ? 3.6e9 : 0)) / 1e7
        const covered = tiles.reduce((sum, tile) => sum + shared(tile, west, south, east, north), 0)
        assert.ok(Math.abs(covered - (width * (north - south)) / 1e7) < 1e-6, `${covered} square degrees`)
      }
    })

    test('gives valid land in each tile', async () => {
      for (const { box, area } of await tilesIn([-20, -40, 40, 60])) {
        if (typeof area === 'string') continue
        const rings = decodeRings(area)
        assert.equal(findFault(rings), null)
        for (let i = 0; i < rings.coords.length; i++)
          assert.ok(rings.coords[i] >= box[i % 2] && rings.coords[i] <= box[2 + (i % 2)])
      }
    })

    test('gives a tile once, however many boxes meet it', async () => {
      const { tiles } = await made.mask.landIn([
        [5, 5, 30, 30],
        [5, 5, 30, 30],
        [10, 10, 40, 40],
      ])
      assert.equal(new Set(tiles.map(({ box }) => box.join())).size, tiles.length)
    })

    test('names the source of its coast', async () => {
      const { sources } = await made.mask.landIn([[0, 0, 1, 1]])
      assert.ok(sources.length > 0)
      for (const { name: called, url, attribution } of sources)
        assert.ok(called !== '' && URL.canParse(url) && attribution !== '')
    })
  })
}

const isLand = (tiles: readonly LandTile[], lon: number, lat: number): boolean => {
  const [x, y] = [Math.round(lon * 1e7), Math.round(lat * 1e7)]
  return tiles.some(({ box: [west, south, east, north], area }) => {
    if (x < west || x > east || y < south || y > north || area === 'none') return false
    return area === 'all' || locate(decodeRings(area), x, y) !== OUTSIDE
  })
}

/** Square degrees that a tile shares with a box, which may cross the antimeridian. */
const shared = ({ box }: LandTile, west: number, south: number, east: number, north: number): number => {
  const height = Math.min(box[3], north) - Math.max(box[1], south)
  const ranges = west > east ? [[west, 1.8e9] as const, [-1.8e9, east] as const] : [[west, east] as const]
  return ranges.reduce((sum, [from, to]) => {
    const width = Math.min(box[2], to) - Math.max(box[0], from)
    return sum + (Math.max(0, width) * Math.max(0, height)) / 1e14
  }, 0)
}
