/** Vector tiles as readers of others see them: over HTTP, and in an archive that the command writes. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { type Header, PMTiles, type Source } from 'pmtiles'
import { type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { casesOf } from '../cases.ts'
import { type MapSpec, writePbf } from '../support/pbf-writer.ts'
import { type Installation, install, type RunningServer } from '../support/service.ts'
import { type DrawnBoundary, readWholeAtlas } from '../support/whole-atlas.ts'

const run = promisify(execFile)

const TILE = { z: 6, x: 33, y: 21 } as const
const WORLD_METRES = 2 * Math.PI * 6_378_137
/** One step of the grid of the tile. */
const STEP_METRES = WORLD_METRES / 2 ** TILE.z / 4096

/** A village in Poland. */
const VILLAGE: MapSpec = {
  nodes: [
    [22.8, 53.1],
    [22.9, 53.1],
    [22.9, 53.15],
    [22.8, 53.15],
  ].map(([lon, lat], at) => ({ id: at + 1, lon, lat })),
  ways: [{ id: 1, nodes: [1, 2, 3, 4, 1] }],
  relations: [
    {
      id: 990_000_001,
      members: [['w', 1, 'outer']],
      tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Testdorf' },
    },
  ],
}

interface TileAddress {
  readonly z: number
  readonly x: number
  readonly y: number
}

const featuresOf = (bytes: ArrayBuffer | Uint8Array): readonly VectorTileFeature[] => {
  const layer = new VectorTile(new PbfReader(new Uint8Array(bytes))).layers.boundaries
  return layer === undefined ? [] : Array.from({ length: layer.length }, (_, i) => layer.feature(i))
}

const ZOOMS = casesOf('zooms of the archive of the whole atlas')

describe('vector tiles', () => {
  let metes: Installation
  let server: RunningServer
  /** By id. */
  let atlas: ReadonlyMap<string, DrawnBoundary>

  before(async () => {
    atlas = new Map((await readWholeAtlas()).map((each) => [String(each.record.id), each]))
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

  test('GDAL finds the same boundaries in it, with the same attributes and areas, all of them valid', async () => {
    const bytes = new Uint8Array(await (await get('/tiles/all/6/33/21.mvt?languages=de')).arrayBuffer())
    const file = join(metes.dataDir, 'tile.mvt')
    await writeFile(file, bytes)
    const found = await readByGdal(file, TILE)
    const features = featuresOf(bytes)
    assert.ok(features.length > 20, `${features.length} boundaries`)
    assert.equal(found.length, features.length)
    for (const [i, feature] of features.entries()) {
      const { id, name, kind, level, area, valid } = found[i]
      assert.deepEqual([valid, { id, name, kind, level }], ['1', attributesOf(feature)])
      const steps = areaOf(feature)
      assert.ok(
        Math.abs(Number(area) / STEP_METRES ** 2 - steps) <= steps / 1e6,
        `${id}: ${area} m², ${steps} steps²`,
      )
    }
  })

  test('boundaries have the areas of the catalog, as far as the zoom can tell', async () => {
    let [compared, sum, expectedSum] = [0, 0, 0]
    for (const [path, tile] of [
      ['/tiles/all/6/33/21.mvt', TILE],
      ['/tiles/all/3/4/2.mvt', { z: 3, x: 4, y: 2 }],
    ] as const)
      for (const feature of featuresOf(await (await get(path)).arrayBuffer())) {
        const { rings } = atlas.get(String(feature.properties.id))!
        if (!assertArea(feature, rings, tile)) continue
        compared++
        sum += areaOf(feature)
        expectedSum += stepsOf(rings, tile)
      }
    assert.ok(compared > 50, `${compared} boundaries`)
    // What one boundary loses, its neighbour wins.
    assert.ok(Math.abs(sum / expectedSum - 1) < 0.002, `${sum} instead of ${expectedSum}`)
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
    const file = join(metes.dataDir, 'li.pmtiles')
    const args = ['tiles', '--output', file, '--in', 'li', '--max-zoom', '10', '--language', 'de']
    const { code, stderr } = await metes.run(args)
    assert.equal(code, 0, stderr)
    const archive = new PMTiles(sourceOf(await readFile(file), file))
    const header = await archive.getHeader()
    assert.deepEqual([header.minZoom, header.maxZoom, header.tileType, header.clustered], [0, 10, 1, true])
    assert.ok(header.minLon > 9.4 && header.maxLon < 9.7 && header.minLat > 47 && header.maxLat < 47.3)
    const metadata = (await archive.getMetadata()) as Record<string, unknown>
    assert.match(String(metadata.attribution), /OpenStreetMap/)
    const units = new Map([...atlas].filter(([, { record }]) => record.country === 'LI'))
    const compared = new Set<string>()
    for (let z = 0; z <= 10; z++) {
      const seen = new Set<string>()
      for (const tile of tilesOf(header, z))
        for (const feature of featuresOf(
          (await archive.getZxy(z, tile.x, tile.y))?.data ?? new Uint8Array(0),
        )) {
          const id = String(feature.properties.id)
          const { record, rings } = units.get(id)!
          seen.add(id)
          const { kind, level, 'name:de': german } = feature.properties
          assert.deepEqual(
            { kind, level, german },
            { kind: record.kind, level: record.adminLevel ?? undefined, german: record.names.de },
          )
          if (assertArea(feature, rings, tile)) compared.add(id)
        }
      // Below, some are smaller than a step of the grid.
      if (z >= 4) assert.deepEqual([...seen].sort(), [...units.keys()].sort(), `zoom ${z}`)
    }
    assert.ok(units.size > 3, `${units.size} units`)
    assert.equal(compared.size, units.size)
    assert.deepEqual(
      (await readdir(metes.dataDir)).filter((name) => name.startsWith('li.')),
      ['li.pmtiles'],
    )
  })

  test('the archive of the whole atlas has a tile wherever there are boundaries', async () => {
    const file = join(metes.dataDir, 'world.pmtiles')
    const args = ['tiles', '--output', file, '--set', 'county', '--max-zoom', String(ZOOMS)]
    const { code, stderr } = await metes.run(args)
    assert.equal(code, 0, stderr)
    const archive = new PMTiles(sourceOf(await readFile(file), file))
    assert.equal((await archive.getHeader()).maxZoom, ZOOMS)
    const counties = featuresOf((await archive.getZxy(0, 0, 0))!.data)
    assert.ok(counties.length > 1_000, String(counties.length))
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

  test('a running server shows an import in the tiles that it meets, and leaves the others as they are', async () => {
    const [near, far] = ['/tiles/all/9/288/166.mvt', '/tiles/all/9/81/186.mvt']
    const before = await Promise.all([near, far].map((path) => get(path)))
    const file = join(metes.dataDir, 'village.osm.pbf')
    await writeFile(file, writePbf(VILLAGE))
    const { code, stderr } = await metes.run(['import', file, '--no-tiles'])
    assert.equal(code, 0, stderr)
    // The version of the catalog is kept for a quarter of a second.
    let drawn = await get(near)
    while (drawn.headers.get('etag') === before[0].headers.get('etag')) drawn = await get(near)
    const kept = await get(far)
    const names = featuresOf(await drawn.arrayBuffer()).map(({ properties }) => properties.name)
    assert.ok(names.includes('Testdorf'), names.join())
    assert.equal(kept.headers.get('etag'), before[1].headers.get('etag'))
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

/** One row a boundary, in the order of the tile. */
const readByGdal = async (
  file: string,
  { z, x, y }: typeof TILE,
): Promise<readonly Record<string, string>[]> => {
  const options = [`X=${x}`, `Y=${y}`, `Z=${z}`, 'CLIP=NO'].flatMap((option) => ['-oo', option])
  const sql =
    'select id, name, kind, level, ST_Area(geometry) area, ST_IsValid(geometry) valid from boundaries'
  const { stdout } = await run('ogr2ogr', [
    ...['-f', 'GeoJSONSeq', '/vsistdout/', '-dialect', 'sqlite', '-sql', sql, ...options, `MVT:${file}`],
  ])
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const { properties } = JSON.parse(line) as { properties: Record<string, unknown> }
      return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, String(value)]))
    })
}

const attributesOf = ({ properties: { id, name, kind, level } }: VectorTileFeature): object =>
  Object.fromEntries(
    Object.entries({ id, name, kind, level: level ?? null }).map(([key, value]) => [key, String(value)]),
  )

/** In steps of the tile's grid. Holes turn the other way, so they are subtracted. */
const areaOf = (feature: VectorTileFeature): number =>
  feature.loadGeometry().reduce((sum, ring) => sum + ringArea(ring.map(({ x, y }) => [x, y])), 0)

/** Compares a boundary that lies in the tile as a whole with its polygon. Returns whether it does. */
const assertArea = (feature: VectorTileFeature, rings: Rings, tile: TileAddress): boolean => {
  const [west, north, east, south] = boxOf(feature)
  if (west <= 0 || north <= 0 || east >= 4096 || south >= 4096) return false
  const expected = stepsOf(rings, tile)
  // Half a pixel, eight steps wide, around a border twice as long as that of a square.
  const tolerance = 4 * 8 * Math.sqrt(expected)
  const difference = Math.abs(areaOf(feature) - expected)
  assert.ok(
    difference <= tolerance,
    `${feature.properties.id} at zoom ${tile.z}: ${difference} steps² of ${expected}`,
  )
  return true
}

const stepsOf = (rings: Rings, { z }: TileAddress): number => mercatorArea(rings) * (2 ** z * 4096) ** 2

const boxOf = (feature: VectorTileFeature): readonly [number, number, number, number] => {
  const points = feature.loadGeometry().flat()
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Share of the square of the world in Web Mercator. */
const mercatorArea = ({ coords, ringEnds }: Rings): number =>
  Math.abs(
    Array.from(ringEnds, (end, ring) => {
      const start = ring === 0 ? 0 : ringEnds[ring - 1]
      return ringArea(
        Array.from({ length: end - start }, (_, at) =>
          mercator(
            coords[2 * (start + at)] / UNITS_PER_DEGREE,
            coords[2 * (start + at) + 1] / UNITS_PER_DEGREE,
          ),
        ),
      )
    }).reduce((sum, area) => sum + area, 0),
  )

/** The tiles that meet the box of an archive. */
const tilesOf = ({ minLon, minLat, maxLon, maxLat }: Header, z: number): readonly TileAddress[] => {
  const [west, north] = mercator(minLon, maxLat).map((share) => Math.floor(share * 2 ** z))
  const [east, south] = mercator(maxLon, minLat).map((share) => Math.floor(share * 2 ** z))
  const tiles: TileAddress[] = []
  for (let x = west; x <= east; x++) for (let y = north; y <= south; y++) tiles.push({ z, x, y })
  return tiles
}

const mercator = (lon: number, lat: number): readonly [number, number] => [
  lon / 360 + 0.5,
  0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI),
]

const ringArea = (ring: readonly (readonly [number, number])[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]
    return sum + (x * nextY - nextX * y) / 2
  }, 0)

const sourceOf = (bytes: Uint8Array, key: string): Source => ({
  getKey: () => key,
  getBytes: async (offset, length) => ({
    data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer as ArrayBuffer,
  }),
})
