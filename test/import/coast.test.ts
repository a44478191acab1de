/** Coastlines of an extract go into the land mask wherever they are complete. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { LandMask } from '../../src/domain/area/ports.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { unionMinus } from '../../src/domain/geometry/boolean.ts'
import type { BBox, Rings } from '../../src/domain/geometry/rings.ts'
import { ringsOfBox, type TileBox } from '../../src/domain/geometry/tiles.ts'
import { openLand } from '../../src/sources/land/open-land.ts'
import { besideAnother } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { landOfTiles } from '../support/land.ts'
import type { MapSpec } from '../support/pbf-writer.ts'

const GIBRALTAR = fileURLToPath(new URL('../../../shared/data/osm/gibraltar-2017.osm.pbf', import.meta.url))
const PACKED = fileURLToPath(new URL('../../data/land', import.meta.url))
const SEA: readonly [lon: number, lat: number] = [-30, 40]

/** The land of the mask in a box. */
const landIn = async (mask: LandMask, box: BBox): Promise<Rings> => {
  const { tiles } = await mask.landIn([box])
  const units = box.map((side) => Math.round(side * 1e7)) as unknown as TileBox
  const around = unionMinus([ringsOfBox([-1.8e9, -9e8, 1.8e9, 9e8])], [ringsOfBox(units)])
  return unionMinus(landOfTiles(tiles), [around])
}

/** An island in the open sea, its shore in two ways. */
const islandAt = ([lon, lat]: readonly [number, number], size: number): MapSpec => ({
  nodes: [
    { id: 1, lon, lat },
    { id: 2, lon: lon + size, lat },
    { id: 3, lon: lon + size, lat: lat + size },
    { id: 4, lon, lat: lat + size },
  ],
  ways: [
    { id: 11, nodes: [3, 4, 1], tags: { natural: 'coastline' } },
    { id: 10, nodes: [1, 2, 3], tags: { natural: 'coastline' } },
  ],
  relations: [],
})

describe('an import', () => {
  let world: ImportWorld
  before(async () => {
    world = await openImportWorld()
  })
  after(() => world.close())

  const box: BBox = [SEA[0] - 0.1, SEA[1] - 0.1, SEA[0] + 0.2, SEA[1] + 0.1]

  test('adds an island missing from the mask', async () => {
    assert.equal((await landIn(world.land, box)).coords.length, 0)
    const { coast } = await world.importMap(islandAt(SEA, 0.01))
    assert.deepEqual(coast, { ways: 2, tiles: 1, skipped: [] })
    const land = await landIn(world.land, box)
    assert.deepEqual(new Set(land.coords), new Set([-3e8, -2.999e8, 4e8, 4.001e8]))
    const { sources } = await world.land.landIn([box])
    assert.ok(sources.some(({ name }) => /imported/.test(name)))
  })

  test('keeps what earlier imports drew elsewhere, and replaces what they drew here', async () => {
    await world.importMap(islandAt([SEA[0] + 0.1, SEA[1]], 0.005))
    assert.equal((await landIn(world.land, box)).polygonEnds.length, 2)
    await world.importMap(islandAt(SEA, 0.01))
    assert.equal((await landIn(world.land, box)).polygonEnds.length, 2)
  })

  test('is visible to a process that has the mask open', async () => {
    const other = openLand({ packedIn: PACKED, dataDirectory: world.directory, file: null })
    const far: BBox = [-31.1, 41.9, -30.8, 42.1]
    assert.equal((await landIn(other, far)).polygonEnds.length, 0)
    await world.importMap(islandAt([-31, 42], 0.01))
    assert.equal((await landIn(other, far)).polygonEnds.length, 1)
    await other.close()
  })

  test('without coastlines leaves the mask alone', async () => {
    const files = readdirSync(world.directory)
    const { coast } = await world.importMap(
      besideAnother({ ...islandAt(SEA, 0.01), ways: [{ id: 10, nodes: [1, 2, 3, 1] }] }),
    )
    assert.deepEqual(coast, { ways: 0, tiles: 0, skipped: [] })
    assert.deepEqual(readdirSync(world.directory), files)
  })

  test('ignores a shore with a gap', async () => {
    const at = [-32, 43] as const
    const map = islandAt(at, 0.01)
    const { coast } = await world.importMap({ ...map, ways: map.ways?.slice(1) ?? [] })
    assert.deepEqual(coast, { ways: 1, tiles: 0, skipped: [] })
    assert.equal((await landIn(world.land, [-32.1, 42.9, -31.9, 43.1])).polygonEnds.length, 0)
  })
})

describe('Gibraltar', { skip: existsSync(GIBRALTAR) ? false : 'the extract is not there' }, () => {
  let world: ImportWorld
  before(async () => {
    world = await openImportWorld()
    await world.importFile(GIBRALTAR)
  })
  after(() => world.close())

  const ROCK: BBox = [-5.37, 36.1, -5.335, 36.155]

  test('has the coast of the extract where it is complete', async () => {
    const bundled = openLand({ packedIn: PACKED, dataDirectory: join(world.directory, 'none'), file: null })
    const [before, now] = [await landIn(bundled, ROCK), await landIn(world.land, ROCK)]
    await bundled.close()
    assert.ok(now.coords.length > 3 * before.coords.length, `${now.coords.length} of ${before.coords.length}`)
    const [was, is] = [areaKm2(before), areaKm2(now)]
    assert.ok(Math.abs(is - was) < 0.05 * was, `${is} km² instead of ${was}`)
  })
})
