/** The bundled mask as a whole. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { outlineOfTiles } from '../../src/domain/geometry/tiles.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { landOfTiles } from '../support/land.ts'

const directory = mkdtempSync(join(tmpdir(), 'metes-bundled-land-'))
const mask = openLand({
  packedIn: join(import.meta.dirname, '../../data/land'),
  dataDirectory: directory,
  file: null,
})
const { tiles } = await mask.landIn([[-180, -90, 180, 90]])
after(async () => {
  await mask.close()
  rmSync(directory, { recursive: true, force: true })
})

test('its tiles cover the Earth once', () => {
  const { coords, weights } = outlineOfTiles(tiles.map(({ box }) => ({ box, area: 'all' as const })))
  // Shared sides of tiles have cancelled; the four sides of the map remain, each in one piece.
  assert.equal(coords.length, 16)
  assert.deepEqual([...weights].map(Math.abs), [0, 1, 0, 1, 0, 1, 0, 1])
})

test('its land is that of the Earth', () => {
  const km2 = landOfTiles(tiles).reduce((sum, rings) => sum + areaKm2(rings), 0)
  // The World Factbook: 148.94 million, without saying which lakes and ice shelves are included.
  assert.ok(Math.abs(km2 - 148.94e6) < 0.005 * 148.94e6, `${km2} km²`)
  assert.ok(Math.abs(km2 - 148_564_605) < 1, `${km2} km²`)
})

test('a tile has few positions, so that a small question stays small', () => {
  for (const { area } of tiles) if (typeof area !== 'string') assert.ok(area.length < 12_000)
})
