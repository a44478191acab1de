/** The operator's own mask: built once, built anew when it changes, refused with a reason when it is none. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { tilesOfOwnLand } from '../../src/sources/land/own-land.ts'
import { openTileFile } from '../../src/sources/land/tile-file.ts'
import { geoJsonLinesOf, geoJsonOf, shapefileOf } from '../support/land-files.ts'
import { isRequired } from '../support/required.ts'
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

const OWN_LAND = new URL('../../src/sources/land/own-land.ts', import.meta.url).href

const silent = (): void => {}

test('the same land gives the same tiles from every format', async () => {
  const [first, ...others] = await Promise.all(
    [
      written('land.shp', shapefileOf(ISLANDS)),
      written('land.json', geoJsonOf(ISLANDS)),
      written('land.ndjson', geoJsonLinesOf(ISLANDS)),
    ].map(async ({ file, data }) => tilesOf(await tilesOfOwnLand(file, data, silent))),
  )
  // Rings begin elsewhere in a shapefile, which turns them: where there is a coast only its length is compared.
  const shape = (tiles: typeof first) =>
    tiles.map(([box, area]) => [box, area.length > 4 ? area.length : area]).toString()
  for (const other of others) assert.equal(shape(other), shape(first))
  assert.deepEqual(others[0], others[1])
})

const hasGdal = isRequired('gdal') || spawnSync('ogr2ogr', ['--version']).status === 0

test('a shapefile that GDAL wrote is read', {
  skip: hasGdal ? false : 'ogr2ogr is not installed (gdal-bin)',
}, async () => {
  const { file, data } = written('land.geojson', geoJsonOf(ISLANDS))
  const shapefile = file.replace('.geojson', '.shp')
  assert.equal(spawnSync('ogr2ogr', [shapefile, file]).status, 0)
  const [mine, theirs] = [
    await tilesOfOwnLand(file, data, silent),
    await tilesOfOwnLand(shapefile, `${data}2`, silent),
  ]
  const boxes = async (path: string) => (await tilesOf(path)).map(([box]) => String(box))
  assert.deepEqual(await boxes(theirs), await boxes(mine))
})

test('tiles are cut once, and anew when the file has changed', async () => {
  const { file, data } = written('land.geojson', geoJsonOf(ISLANDS))
  const phases: string[] = []
  const first = await tilesOfOwnLand(file, data, (phase) => phases.push(phase))
  assert.deepEqual([...new Set(phases)], ['reading', 'cutting'])
  assert.equal(await tilesOfOwnLand(file, data, () => assert.fail('it is cut already')), first)
  writeFileSync(file, geoJsonOf(ISLANDS.slice(1)))
  utimesSync(file, 1, 1)
  const second = await tilesOfOwnLand(file, data, silent)
  assert.notEqual(second, first)
  assert.deepEqual(
    readdirSync(data).map((name) => join(data, name)),
    [second],
  )
})

test('a start that was killed leaves nothing that looks finished, and nothing at all after the next', async () => {
  const { file, data } = written('land.geojson', geoJsonOf(ISLANDS))
  const killed = spawnSync(process.execPath, [join(import.meta.dirname, 'killed-build.ts'), file, data])
  assert.equal(killed.signal, 'SIGKILL')
  assert.equal(readdirSync(data).length, 2)
  assert.deepEqual(
    readdirSync(data).filter((name) => name.endsWith('.tiles')),
    [],
  )
  const path = await tilesOfOwnLand(file, data, silent)
  assert.deepEqual(
    readdirSync(data).map((name) => join(data, name)),
    [path],
  )
})

test('two that start at once get the same tiles', async () => {
  const { file, data } = written('land.geojson', geoJsonOf(ISLANDS))
  const script = `await (await import(${JSON.stringify(OWN_LAND)})).tilesOfOwnLand(...process.argv.slice(1), () => {})`
  const other = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script, file, data])
  const ended = once(other, 'exit')
  const path = await tilesOfOwnLand(file, data, silent)
  assert.deepEqual(await ended, [0, null])
  assert.deepEqual(
    readdirSync(data).map((name) => join(data, name)),
    [path],
  )
  assert.ok((await tilesOf(path)).length > 1)
})

const square = (ring: string): string => `{"type":"Polygon","coordinates":[[${ring}]]}`

const REFUSED: readonly (readonly [name: string, content: string | Buffer, reason: RegExp])[] = [
  ['land.zip', 'PK', /^it is packed; unpack it and name the \.shp in it$/],
  ['land.gpkg', '', /^its name must end in one of \.shp, \.geojson/],
  ['land.shp', 'not one', /^it is no shapefile$/],
  ['land.shp', shapefileOf(ISLANDS).subarray(0, 700), /^it is damaged, or ends early, at record 1$/],
  ['land.shp', pointsFile(), /^its shapes are of type 1, and land is made of polygons/],
  ['land.shp', shapefileOf([[boxRing(500_000, 6e6, 500_100, 6.1e6)]]), /degrees \(EPSG:4326\) are needed$/],
  ['land.geojson', '{"type":', /^it is no JSON/],
  ['land.geojson', '[]', /^there is no GeoJSON object/],
  [
    'land.geojson',
    '{"type":"Point","coordinates":[1,2]}',
    /Polygon or MultiPolygon is needed here, not "Point"/,
  ],
  ['land.geojson', square('[0,0],[1,0]'), /a closed ring needs at least 4/],
  ['land.geojson', '{"type":"FeatureCollection","features":[]}', /^it has no polygons$/],
  ['land.geojsonl', `${square('[0,0],[1,0],[1,1],[0,0]')}\n{"type":`, /^line 2: it is no JSON/],
]

for (const [name, content, reason] of REFUSED)
  test(`${name} is refused: ${reason.source}`, async () => {
    const { file, data } = written(name, content)
    await assert.rejects(tilesOfOwnLand(file, data, silent), { name: 'LandFileProblem', message: reason })
    // Nothing that looks finished is left, nor any temporary file.
    assert.deepEqual(listed(data), [])
  })

test('a file that is not there is refused', async () => {
  await assert.rejects(tilesOfOwnLand('/nowhere/land.shp', tmpdir(), silent), {
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
