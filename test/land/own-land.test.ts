/** The operator's own mask: built once, rebuilt when it changes, refused with a reason when it is invalid. */

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { LAND_FILES } from '../../src/compute/pool/lane-limits.ts'
import { openCompute } from '../../src/compute/pool/open-compute.ts'
import { planarAreaDegrees } from '../../src/domain/geometry/area.ts'
import { tilesOfOwnLand } from '../../src/sources/land/own-land.ts'
import { openTileFile } from '../../src/sources/land/tile-file.ts'
import { noGdal } from '../support/gdal.ts'
import { landOfTiles } from '../support/land.ts'
import { geoJsonLinesOf, geoJsonOf, scribble, shapefileOf } from '../support/land-files.ts'
import { boxRing, coastRing, seededRandom } from '../support/shapes.ts'

const ISLANDS = [
  [coastRing(seededRandom(5), { lon: 20, lat: 40, radius: 6, doublings: 8 })],
  [boxRing(-60, -30, -59, -29)],
]

const written = (name: string, content: string | Buffer) => {
  const directory = mkdtempSync(join(tmpdir(), 'metes-own-land-'))
  const file = join(directory, name)
  writeFileSync(file, content)
  return { file, data: join(directory, 'data') }
}

const tilesOf = async (path: string) => {
  const opened = await openTileFile(path)
  const { tiles } = await opened.landIn([[-180, -90, 180, 90]])
  await opened.close()
  return tiles.map(({ box, area }) => [
    box,
    typeof area === 'string' ? area : Buffer.from(area).toString('hex'),
  ])
}

type Rest = Parameters<typeof tilesOfOwnLand> extends [unknown, ...infer R] ? R : never

const OWN_LAND = new URL('../../src/sources/land/own-land.ts', import.meta.url).href

const OPEN_COMPUTE = new URL('../../src/compute/pool/open-compute.ts', import.meta.url).href

const silent = (): void => {}

const compute = openCompute({ import: LAND_FILES })
const cutLand = (path: string, ...rest: Rest) => tilesOfOwnLand({ path, compute }, ...rest)

test('the same land gives the same tiles from every format', async () => {
  const [first, ...others] = await Promise.all(
    [
      written('land.shp', shapefileOf(ISLANDS)),
      written('land.json', geoJsonOf(ISLANDS)),
      written('land.ndjson', geoJsonLinesOf(ISLANDS)),
    ].map(async ({ file, data }) => tilesOf(await cutLand(file, data, silent))),
  )
  // A shapefile reverses rings, which then begin elsewhere: only the length of the coast is compared.
  const shape = (tiles: typeof first) =>
    tiles.map(([box, area]) => [box, area.length > 4 ? area.length : area]).toString()
  for (const other of others) assert.equal(shape(other), shape(first))
  assert.deepEqual(others[0], others[1])
})

test('a shapefile that GDAL wrote is read', {
  skip: noGdal,
}, async () => {
  const { file, data } = written('land.geojson', geoJsonOf(ISLANDS))
  const shapefile = file.replace('.geojson', '.shp')
  assert.equal(spawnSync('ogr2ogr', [shapefile, file]).status, 0)
  const [mine, theirs] = [await cutLand(file, data, silent), await cutLand(shapefile, `${data}2`, silent)]
  const boxes = async (path: string) => (await tilesOf(path)).map(([box]) => String(box))
  assert.deepEqual(await boxes(theirs), await boxes(mine))
})

test('tiles are cut once, and again when the file changes', async () => {
  const { file, data } = written('land.geojson', geoJsonOf(ISLANDS))
  const phases: string[] = []
  const first = await cutLand(file, data, (phase) => phases.push(phase))
  assert.deepEqual([...new Set(phases)], ['reading', 'cutting'])
  assert.equal(await cutLand(file, data, () => assert.fail('it is cut already')), first)
  writeFileSync(file, geoJsonOf(ISLANDS.slice(1)))
  utimesSync(file, 1, 1)
  const second = await cutLand(file, data, silent)
  assert.notEqual(second, first)
  assert.deepEqual(
    readdirSync(data).map((name) => join(data, name)),
    [second],
  )
})

test('a killed start leaves nothing that looks finished, and nothing at all after the next one', async () => {
  const { file, data } = written('land.geojson', geoJsonOf(ISLANDS))
  const killed = spawnSync(process.execPath, [join(import.meta.dirname, 'killed-build.ts'), file, data])
  assert.equal(killed.signal, 'SIGKILL')
  assert.equal(readdirSync(data).length, 2)
  assert.deepEqual(
    readdirSync(data).filter((name) => name.endsWith('.tiles')),
    [],
  )
  const path = await cutLand(file, data, silent)
  assert.deepEqual(
    readdirSync(data).map((name) => join(data, name)),
    [path],
  )
})

test('two concurrent starts get the same tiles', async () => {
  const { file, data } = written('land.geojson', geoJsonOf(ISLANDS))
  const script = `
    const [{ tilesOfOwnLand }, { openCompute }] = await Promise.all(${JSON.stringify([OWN_LAND, OPEN_COMPUTE])}.map((url) => import(url)))
    const [path, data] = process.argv.slice(1)
    await tilesOfOwnLand({ path, compute: openCompute({ import: { threads: 1 } }) }, data, () => {})`
  const other = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script, file, data])
  const ended = once(other, 'exit')
  const path = await cutLand(file, data, silent)
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(
    readdirSync(data).map((name) => join(data, name)),
    [path],
  )
  assert.ok((await tilesOf(path)).length > 1)
})

const square = (ring: string): string => `{"type":"Polygon","coordinates":[[${ring}]]}`

const collection = (...geometries: readonly string[]): string =>
  `{"type":"FeatureCollection","features":[${geometries
    .map((geometry) => `{"type":"Feature","properties":{},"geometry":${geometry}}`)
    .join()}]}`

/** This many nested collections around a polygon. */
const nested = (depth: number): string =>
  `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${square('[0,0],[1,0],[1,1],[0,0]')}${']}'.repeat(depth)}`

const REFUSED: readonly (readonly [name: string, content: string | Buffer, reason: RegExp])[] = [
  ['land.zip', 'PK', /^it is packed; unpack it and name the \.shp in it$/],
  ['land.gpkg', '', /^its name must end in one of \.shp, \.geojson/],
  ['land.shp', 'not one', /^it is not a shapefile$/],
  ['land.shp', shapefileOf(ISLANDS).subarray(0, 700), /^it is damaged, or ends early, at record 1$/],
  ['land.shp', pointsFile(), /^its shapes are of type 1, but land must be polygons/],
  ['land.shp', shapefileOf([[boxRing(500_000, 6e6, 500_100, 6.1e6)]]), /must be degrees \(EPSG:4326\)$/],
  ['land.geojson', '{"type":', /^it is not valid JSON/],
  ['land.geojson', '[]', /^there is no GeoJSON object/],
  [
    'land.geojson',
    '{"type":"Point","coordinates":[1,2]}',
    /Polygon or MultiPolygon is needed here, not "Point"/,
  ],
  ['land.geojson', square('[0,0],[1,0]'), /a closed ring needs at least 4/],
  ['land.geojson', '{"type":"FeatureCollection","features":[]}', /^it has no polygons$/],
  ['land.geojsonl', `${square('[0,0],[1,0],[1,1],[0,0]')}\n{"type":`, /^line 2: it is not valid JSON/],
  [
    'land.geojson',
    collection(square('[0,0],[1,0],[1,1],[0,0]'), square('[0,0],[1e8,0],[1,1],[0,0]')),
    /^feature 2: Position 1 of ring 0 is not .* with a longitude between -1080 and 1080/,
  ],
  [
    'land.ndjson',
    `${square('[0,0],[1,0],[1,1],[0,0]')}\n${square('[0,-91],[1,0],[1,1],[0,-91]')}`,
    /^line 2: Position 0 of ring 0 is not .* a latitude between -90 and 90/,
  ],
  ['land.geojson', nested(20_000), /^GeoJSON objects lie in more than 16 others$/],
  ['land.geojson', collection(nested(20_000)), /^feature 1: GeoJSON objects lie in more than 16 others$/],
  ['land.geojson', '{"type":"FeatureCollection","features":{}}', /^"features" is not an array$/],
  [
    'land.geojson',
    '{"type":"FeatureCollection","features":[null]}',
    /^feature 1: there is no GeoJSON object/,
  ],
  ['land.geojson', '{"type":"Feature"}', /^there is no GeoJSON object/],
  ['land.geojson', collection('null'), /^it has no polygons$/],
  ['land.geojson', square('[0,0],[1,0],[2,0],[0,0]'), /^its polygons have no area$/],
]

for (const [name, content, reason] of REFUSED)
  test(`${name} is refused: ${reason.source}`, async () => {
    const { file, data } = written(name, content)
    await assert.rejects(cutLand(file, data, silent), { name: 'LandFileProblem', message: reason })
    // Nothing that looks finished is left, nor any temporary file.
    assert.deepEqual(listed(data), [])
  })

/** Square degrees of land. */
const landIn = async (content: string, name = 'land.geojson'): Promise<number> => {
  const { file, data } = written(name, content)
  const opened = await openTileFile(await cutLand(file, data, silent))
  const { tiles } = await opened.landIn([[-180, -90, 180, 90]])
  await opened.close()
  const area = landOfTiles(tiles).reduce((sum, rings) => sum + planarAreaDegrees(rings), 0)
  return Math.round(area * 1e6) / 1e6
}

const box = (west: number, south: number, east: number, north: number): string =>
  JSON.stringify([...boxRing(west, south, east, north), [west, south]].map(([lon, lat]) => [lon, lat])).slice(
    1,
    -1,
  )

const polygon = (...rings: readonly string[]): string =>
  `{"type":"Polygon","coordinates":[${rings.map((ring) => `[${ring}]`).join()}]}`

test('features without a geometry, and a byte order mark, are skipped', async () => {
  const land = `\ufeff${collection('null', polygon(box(1, 1, 3, 3)), 'null')}`
  assert.equal(await landIn(land), 4)
  const lines = ['{"type":"Feature","properties":{},"geometry":null}', polygon(box(1, 1, 3, 3))]
  assert.equal(await landIn(`\ufeff${lines.join('\r\n')}`, 'land.geojsonl'), 4)
})

const ODD: readonly (readonly [shows: string, area: number, ...polygons: readonly string[]])[] = [
  ['a bow tie keeps both lobes', 8, polygon('[0,0],[4,4],[4,0],[0,4],[0,0]')],
  ['a bow tie across cells keeps both lobes', 800, polygon('[0,0],[40,40],[40,0],[0,40],[0,0]')],
  ['a hole is sea, however it is wound', 32, polygon(box(0, 0, 6, 6), box(2, 2, 4, 4))],
  ['an island in a hole is land', 24, polygon(box(0, 0, 6, 6), box(1, 1, 5, 5), box(2, 2, 4, 4))],
  ['a hole outside of its exterior is land', 20, polygon(box(0, 0, 4, 4), box(6, 0, 8, 2))],
  [
    'a hole in the land of another polygon takes nothing from it',
    52,
    polygon(box(0, 0, 4, 4), box(12, 2, 14, 4)),
    polygon(box(10, 0, 16, 6)),
  ],
  [
    'a bow tie on the land of another polygon takes nothing from it',
    40,
    polygon('[4,0],[8,4],[8,0],[4,4],[4,0]'),
    polygon(box(0, 0, 6, 6)),
  ],
  ['what two polygons share is land once', 28, polygon(box(0, 0, 4, 4)), polygon(box(2, 2, 6, 6))],
  ['what three polygons share is land once', 16, ...Array(3).fill(polygon(box(0, 0, 4, 4)))],
]

for (const [shows, area, ...polygons] of ODD)
  test(`${shows}`, async () => {
    assert.equal(await landIn(collection(...polygons)), area)
  })

test('a path that is not a file is refused', async () => {
  const { file } = written('land.geojson', '')
  rmSync(file)
  mkdirSync(file)
  await assert.rejects(cutLand(file, tmpdir(), silent), {
    name: 'LandFileProblem',
    message: 'it is not a regular file',
  })
})

test('an interruption during a cut is obeyed, and leaves nothing', async () => {
  const { file, data } = written('land.geojson', scribble(6_000))
  const stop = new AbortController()
  const cutting = cutLand(
    file,
    data,
    (phase) => {
      if (phase === 'cutting') stop.abort(new Error('enough'))
    },
    stop.signal,
  )
  await assert.rejects(cutting, { message: 'enough' })
  assert.deepEqual(readdirSync(data), [])
})

test('a missing file is refused', async () => {
  await assert.rejects(cutLand('/nowhere/land.shp', tmpdir(), silent), {
    name: 'LandFileProblem',
    message: /^it cannot be read \(ENOENT/,
  })
})

function pointsFile(): Buffer {
  const file = shapefileOf([])
  file.writeInt32LE(1, 32)
  return file
}

const listed = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
