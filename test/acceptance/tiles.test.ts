/** Vector tiles as readers of others see them: over HTTP, and in an archive that the command writes. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { PMTiles, type Source } from 'pmtiles'
import { type Installation, install, type RunningServer } from '../support/service.ts'

const run = promisify(execFile)

const featuresOf = (bytes: ArrayBuffer | Uint8Array): readonly VectorTileFeature[] => {
  const layer = new VectorTile(new PbfReader(new Uint8Array(bytes))).layers.boundaries
  return layer === undefined ? [] : Array.from({ length: layer.length }, (_, i) => layer.feature(i))
}

describe('vector tiles', () => {
  let metes: Installation
  let server: RunningServer

  before(async () => {
    metes = await install()
    server = await metes.serve()
  })
  after(async () => {
    await server.stop()
    await metes.remove()
  })

  const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${server.url}${path}`, { headers })

  test('a tile has one layer of polygons with id, names, kind and level', async () => {
    const answer = await get('/tiles/all/6/33/21.mvt?languages=de,fr')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/vnd.mapbox-vector-tile')
    const features = featuresOf(await answer.arrayBuffer())
    const luxembourg = features.find(({ properties }) => properties.id === 'r2171347')
    assert.ok(luxembourg !== undefined)
    assert.deepEqual(
      { ...luxembourg.properties, name: '' },
      {
        id: 'r2171347',
        name: '',
        'name:de': 'Luxemburg',
        'name:fr': 'Luxembourg',
        kind: 'country',
        level: 2,
      },
    )
    for (const feature of features) {
      assert.equal(feature.type, 3)
      assert.equal(feature.extent, 4096)
      assert.ok(['Polygon', 'MultiPolygon'].includes(feature.toGeoJSON(33, 21, 6).geometry.type))
    }
  })

  test('a set has the boundaries of its kind only, all of them once', async () => {
    const ids = new Set<unknown>()
    for (const { properties } of featuresOf(await (await get('/tiles/country/6/33/21.mvt')).arrayBuffer())) {
      assert.equal(properties.kind, 'country')
      assert.ok(!ids.has(properties.id))
      ids.add(properties.id)
    }
    assert.ok(ids.size > 3, `${ids.size} countries`)
  })

  test('GDAL reads it, and finds every polygon valid', async () => {
    const bytes = new Uint8Array(await (await get('/tiles/state/6/33/21.mvt')).arrayBuffer())
    const file = join(metes.dataDir, 'tile.mvt')
    await writeFile(file, bytes)
    const sql =
      'select count(*) as n, sum(ST_IsValid(geometry)) as valid, min(length(id)) as ids from boundaries'
    const { stdout } = await run('ogrinfo', [
      '-q',
      '-oo',
      'CLIP=NO',
      '-dialect',
      'sqlite',
      '-sql',
      sql,
      `MVT:${file}`,
    ])
    const count = featuresOf(bytes).length
    assert.ok(count > 2)
    assert.match(stdout, new RegExp(`n \\(Integer\\) = ${count}\\n`))
    assert.match(stdout, new RegExp(`valid \\(Integer\\) = ${count}\\n`))
  })

  test('it is compressed, has an entity tag, and may be kept by shared caches', async () => {
    const path = '/tiles/country/6/33/21.mvt'
    const answer = await get(path, { 'Accept-Encoding': 'gzip' })
    await answer.arrayBuffer()
    assert.equal(answer.headers.get('content-encoding'), 'gzip')
    assert.match(answer.headers.get('cache-control') ?? '', /public, max-age=\d+, s-maxage=\d+/)
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('set-cookie'), null)
    const again = await get(path, {
      'If-None-Match': answer.headers.get('etag') ?? '',
      'Accept-Encoding': 'gzip',
    })
    assert.equal(again.status, 304)
  })

  test('the open sea has no content', async () => {
    const answer = await get('/tiles/all/9/5/256.mvt')
    assert.equal(answer.status, 204)
  })

  for (const path of [
    'all/3/8/0',
    'all/3/0/8',
    'all/15/0/0',
    'all/03/0/0',
    'all/-1/0/0',
    'all/1.5/0/0',
    'moon/0/0/0',
  ])
    test(`there is no tile ${path}`, async () => {
      const answer = await get(`/tiles/${path}.mvt`)
      assert.equal(answer.status, 404)
      assert.equal(((await answer.json()) as { code: string }).code, 'not_found')
    })

  for (const query of ['lang=de', 'languages=DE', 'languages=de,en,fr,es,it,nl', "languages=de'--"])
    test(`?${query} is refused`, async () => {
      const answer = await get(`/tiles/all/0/0/0.mvt?${query}`)
      assert.equal(answer.status, 400)
    })

  test('TileJSON names the tiles, the layer and whom to credit', async () => {
    const facts = (await (await get('/tiles/county.json?languages=es')).json()) as Record<string, unknown>
    assert.equal(facts.tilejson, '3.0.0')
    assert.match(
      String((facts.tiles as string[])[0]),
      /\/tiles\/county\/\{z\}\/\{x\}\/\{y\}\.mvt\?languages=es$/,
    )
    assert.match(String(facts.attribution), /© OpenStreetMap contributors, ODbL 1\.0/)
    const [layer] = facts.vector_layers as { id: string; fields: Record<string, string> }[]
    assert.equal(layer.id, 'boundaries')
    assert.deepEqual(Object.keys(layer.fields), ['id', 'name', 'name:es', 'kind', 'level'])
  })

  test('the archive of a country has its tiles, metadata and box', async () => {
    const file = join(metes.dataDir, 'lu.pmtiles')
    const args = ['tiles', '--output', file, '--in', 'lu', '--max-zoom', '10', '--languages', 'de']
    const { code, stderr } = await metes.run(args)
    assert.equal(code, 0, stderr)
    const archive = new PMTiles(sourceOf(await readFile(file), file))
    const header = await archive.getHeader()
    assert.deepEqual([header.minZoom, header.maxZoom, header.tileType, header.clustered], [0, 10, 1, true])
    assert.ok(header.minLon > 5.7 && header.maxLon < 6.6 && header.minLat > 49.4 && header.maxLat < 50.2)
    const metadata = (await archive.getMetadata()) as Record<string, unknown>
    assert.match(String(metadata.attribution), /OpenStreetMap/)
    let drawn = 0
    for (let z = 0; z <= 10; z++) {
      const column = Math.floor(((6.13 + 180) / 360) * 2 ** z)
      const radians = (49.61 * Math.PI) / 180
      const row = Math.floor((0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * 2 ** z)
      const tile = await archive.getZxy(z, column, row)
      if (tile === undefined) continue
      for (const { properties } of featuresOf(tile.data)) assert.match(String(properties.id), /^r|^ne:|:/)
      drawn++
    }
    assert.ok(drawn >= 9, `${drawn} zooms`)
    assert.deepEqual(
      (await readdir(metes.dataDir)).filter((name) => name.startsWith('lu.')),
      ['lu.pmtiles'],
    )
  })

  test('the world of the bundled atlas came with the program', async () => {
    const answer = await get('/tiles/all/0/0/0.mvt')
    assert.ok(featuresOf(await answer.arrayBuffer()).length > 1_000)
    const kept = await readdir(join(metes.dataDir, 'tiles'))
    assert.ok(!kept.includes('0-0-0.0'), 'data/tiles is out of date: run scripts/build-tiles.ts')
  })

  test('the next server finds the blocks of the last one', async () => {
    const path = '/tiles/all/6/33/21.mvt'
    const [first, again] = [await get(path), await metes.serve()]
    const file = join(metes.dataDir, 'tiles', '6-33-21.6')
    const { mtimeMs } = await stat(file)
    const second = await fetch(`${again.url}${path}`)
    assert.equal(second.headers.get('etag'), first.headers.get('etag'))
    assert.deepEqual(await second.bytes(), await first.bytes())
    assert.equal((await stat(file)).mtimeMs, mtimeMs)
    await again.stop()
  })

  test('an archive of nothing is not written', async () => {
    const file = join(metes.dataDir, 'none.pmtiles')
    const { code, stderr } = await metes.run([
      'tiles',
      '--output',
      file,
      '--in',
      'LU',
      '--set',
      'postal_code',
    ])
    assert.notEqual(code, 0)
    assert.match(stderr, /The catalog has no boundaries of the kind postal_code in LU; nothing was written\./)
    assert.deepEqual(
      (await readdir(metes.dataDir)).filter((name) => name.startsWith('none.')),
      [],
    )
  })
})

const sourceOf = (bytes: Uint8Array, key: string): Source => ({
  getKey: () => key,
  getBytes: async (offset, length) => ({
    data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer as ArrayBuffer,
  }),
})
