/** Real areas clipped by the bundled mask, judged by GEOS: valid, on land to a billionth, and no land lost. */
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { clipToLand } from '../../src/domain/area/clip-to-land.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { repair } from '../../src/domain/geometry/repair.ts'
import type { Rings } from '../../src/domain/geometry/rings.ts'
import { tilesNear } from '../../src/domain/geometry/tiles-near.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { casesOf } from '../cases.ts'
import { areaOf, unionMinusByGeos, validityReason } from '../support/geos.ts'
import { landNear, landOfTiles } from '../support/land.ts'
import { seededRandom } from '../support/shapes.ts'
import { findFault } from '../support/validity.ts'

const DATA = join(import.meta.dirname, '../../data')
const directory = mkdtempSync(join(tmpdir(), 'metes-land-'))
const atlas = await openBundledAtlas(`${DATA}/atlas`, directory)
const mask = openLand({ packedIn: `${DATA}/land`, dataDirectory: directory, file: null })
after(async () => {
  await mask.close()
  await atlas.close()
})

const boundary = async (code: string) => {
  const [record] = await atlas.source.find({ by: 'iso', code })
  const stored = await atlas.source.geometry(record.id)
  assert.ok(stored !== null)
  return { rings: decodeRings(stored.rings), bbox: record.bbox }
}

/** Moves every position by up to this many units. */
const shaken = (rings: Rings, units: number): Rings => {
  const random = seededRandom(units)
  const coords = rings.coords.map((value) => value + Math.round((2 * random() - 1) * units))
  return repair({ ...rings, coords })
}

describe("a coast some units beside the mask's is land to a billionth, too", () => {
  for (const units of [1, 2, 5, 50])
    test(`${units}`, async () => {
      const { rings, bbox } = await boundary('NL')
      const { tiles } = await mask.landIn([bbox])
      const beside = shaken(clipToLand(rings, tiles).rings, units)
      const clipped = clipToLand(beside, tiles)
      assert.equal(validityReason(clipped.rings), 'Valid Geometry')
      const allowed = [...(await landNear(mask, [beside])), clipped.islets]
      const inSea = unionMinusByGeos([clipped.rings], allowed, 1)
      const total = areaOf(clipped.rings, 1)
      assert.ok(inSea <= 1e-9 * total, `${inSea} of ${total} square units are in the sea`)
      assert.ok(total >= (1 - 1e-5) * areaOf(beside, 1))
    })
})

describe('the clipped area is land to a billionth of its area, valid, and all the land there is', () => {
  // The hardest are last.
  const codes = ['US-CA', 'US-HI', 'US-MA', 'US-MI', 'NL', 'FJ', 'NZ', 'GR', 'US-FL', 'AQ', 'NO']
  for (const code of codes.slice(0, casesOf('coasts that areas are clipped to'))) {
    test(code, async () => {
      const { rings, bbox } = await boundary(code)
      const { tiles, sources } = await mask.landIn([bbox])
      const clipped = clipToLand(rings, tiles)
      assert.match(sources[0].attribution, /OpenStreetMap/)
      assert.equal(findFault(clipped.rings), null)
      assert.equal(validityReason(clipped.rings), 'Valid Geometry')
      const near = tilesNear(
        rings,
        tiles.map(({ box }) => box),
      )
      const allowed = [...landOfTiles(near.map((tile) => tiles[tile])), clipped.islets]
      const total = areaOf(clipped.rings, 1)
      const inSea = unionMinusByGeos([clipped.rings], allowed, 1)
      assert.ok(inSea <= 1e-9 * total, `${inSea} of ${total} square units are in the sea`)
      const onLand = areaOf(rings, 1) - unionMinusByGeos([rings], allowed, 1)
      assert.ok(Math.abs(total - onLand) <= 1e-6 * onLand, `${total} square units instead of ${onLand}`)
    })
  }
})
