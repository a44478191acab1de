import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PMTiles, zxyToTileId } from 'pmtiles'
import { seededRandom } from '../../../test/support/shapes.ts'
import { type ArchiveEntry, archiveHead, tileIdOf } from './pmtiles.ts'

test('tiles have the ids of the specification', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 14 }).chain((z) => {
        const place = fc.integer({ min: 0, max: 2 ** z - 1 })
        return fc.tuple(fc.constant(z), place, place)
      }),
      ([z, x, y]) => assert.equal(tileIdOf({ z, x, y }), zxyToTileId(z, x, y)),
    ),
  )
})

for (const count of [1, 100, 60_000])
  test(`a directory of ${count} tiles is found again`, async () => {
    // Lengths without a pattern, so that the directory does not compress to nothing.
    const entries: ArchiveEntry[] = []
    const random = seededRandom(1)
    let offset = 0
    for (let tileId = 0; tileId < count; tileId++) {
      const length = 1 + Math.floor(1_000 * random())
      entries.push({ tileId, offset, length, runLength: 1 })
      offset += length
    }
    const head = archiveHead(entries, {
      minZoom: 0,
      maxZoom: 9,
      bounds: [-10, -20, 30, 40],
      center: [-179.5, 10],
      metadata: { attribution: 'someone' },
      tileBytes: offset,
      tiles: count,
      contents: count,
    })
    const file = Buffer.concat([head, Buffer.alloc(offset, 1)])
    const archive = new PMTiles({
      getKey: () => String(count),
      getBytes: async (from, length) => ({ data: new Uint8Array(file.subarray(from, from + length)).buffer }),
    })
    const header = await archive.getHeader()
    assert.equal(header.numAddressedTiles, count)
    assert.equal(header.leafDirectoryLength ? header.leafDirectoryLength > 0 : false, count > 10_000)
    assert.equal(header.tileDataOffset, head.byteLength)
    assert.deepEqual([header.minLon, header.minLat, header.maxLon, header.maxLat], [-10, -20, 30, 40])
    assert.deepEqual([header.centerLon, header.centerLat, header.centerZoom], [-179.5, 10, 0])
    assert.deepEqual(await archive.getMetadata(), { attribution: 'someone' })
    // The contents are no gzip, so reading one fails only once it was found.
    await assert.rejects(archive.getZxy(0, 0, 0))
    assert.equal(await archive.getZxy(14, 0, 0), undefined)
  })
