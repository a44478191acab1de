/** Formats, encodings and positions of `metes enrich`, with the answers of a made-up server, so that no process and no catalog is needed. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import type { EnrichRequest } from '../../src/domain/enrich/ports.ts'
import type { RejectedRow } from '../../src/domain/enrich/rejected-rows.ts'
import { enrichAtServer } from '../../src/transports/cli/commands/enrich-at-server.ts'
import type { CallOperation, CallRequest } from '../../src/transports/client/command-call.ts'
import { noGdal } from '../support/gdal.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/points/', import.meta.url))
const directory = await mkdtemp(join(tmpdir(), 'metes-enrich-formats-'))
after(() => rm(directory, { recursive: true }))

/** A world with one country, east of Greenwich and north of the equator. */
const answered =
  (calls: CallRequest['input'][]) =>
  async ({ input }: CallRequest) => {
    calls.push(input)
    const isInside = Number(input.lon) >= 0 && Number(input.lat) >= 0
    const boundaries = isInside ? [{ id: 'r1', name: '=Land', kind: 'country' }] : []
    const bytes = Buffer.from(JSON.stringify({ boundaries, attribution: 'Makers; Others' }))
    return { ok: true as const, bytes }
  }

type Given = Partial<EnrichRequest> & Pick<EnrichRequest, 'input' | 'output'>

const enriched = async (given: Given, answer?: CallOperation) => {
  const calls: CallRequest['input'][] = []
  const listed: RejectedRow[] = []
  const pieces: Uint8Array[] = []
  const enrich = enrichAtServer(answer ?? answered(calls))
  const rows = enrich({
    encoding: null,
    position: { lon: null, lat: null, latLon: null, decimal: null },
    kinds: ['country'],
    languages: [],
    keepOrder: true,
    onRejected: async (some) => {
      listed.push(...some)
    },
    onProgress: () => {},
    signal: new AbortController().signal,
    ...given,
  })
  for (;;) {
    const { value, done } = await rows.next()
    if (done === true)
      return {
        report: value,
        bytes: Buffer.concat(pieces),
        text: Buffer.concat(pieces).toString(),
        listed,
        calls,
      }
    pieces.push(Uint8Array.from(value))
  }
}

/** In pieces of a few bytes, so that everything is cut somewhere. */
async function* inPieces(content: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const csv = (content: string | Uint8Array): EnrichRequest['input'] => ({
  format: 'csv',
  bytes: inPieces(content),
})
const geojson = (content: string): EnrichRequest['input'] => ({ format: 'geojson', bytes: inPieces(content) })

const rowsOf = async (bytes: Uint8Array): Promise<Record<string, unknown>[]> => {
  const { buffer } = Uint8Array.from(bytes)
  const compressors = { ZSTD: (packed: Uint8Array) => new Uint8Array(zstdDecompressSync(packed)) }
  return parquetReadObjects({ file: buffer, compressors })
}

test('a FeatureCollection keeps its members, and every digit of its features', async () => {
  const point = (lon: number) => `{"type":"Point","coordinates":[${lon}, 1.50]}`
  const { text, report } = await enriched({
    input: geojson(`\ufeff{ "type": "FeatureCollection", "name": "a \\"features\\": [", "box": [1, [2]],
      "features": [
        { "type": "Feature", "properties": { "n": 12345678901234567890, "t": "x,]}\\"" }, "geometry": ${point(1)} },
        { "type": "Feature", "properties": null, "geometry": null },
        { "type": "Feature", "geometry": ${point(-1)} } ], "note": {"a": []} }\n`),
    output: 'geojson',
  })
  const { name, box, features, note } = JSON.parse(text)
  assert.deepEqual({ name, box, note }, { name: 'a "features": [', box: [1, [2]], note: { a: [] } })
  assert.deepEqual(
    features.map(({ properties }: { properties: Record<string, unknown> }) => properties.country_id),
    ['r1', null],
  )
  assert.match(text, /"n": 12345678901234567890, "t": "x,\]\}\\""/)
  assert.deepEqual([report.rows, report.rejected, report.outside], [3, 1, 1])
  assert.equal(report.attribution, 'Makers; Others')
})

test('features are rejected by their number, and an empty collection stays one', async () => {
  const { listed } = await enriched({
    input: geojson(
      '{"type":"FeatureCollection","features":[null,\n{"type":"Feature","geometry":{"type":"Point","coordinates":[1,1]}}]}',
    ),
    output: 'geojsonl',
  })
  assert.deepEqual(listed, [{ place: 'Feature 1', reason: 'It is not a GeoJSON Feature with a Point.' }])
  const empty = await enriched({
    input: geojson('{"features":[],"type":"FeatureCollection"}'),
    output: 'geojson',
  })
  assert.deepEqual(JSON.parse(empty.text), { features: [], type: 'FeatureCollection' })
})

test('what is no complete FeatureCollection is refused', async () => {
  for (const [text, reason] of [
    [
      '{"type":"Feature"}\n{"type":"Feature"}\n',
      /is not a GeoJSON FeatureCollection\. If it has one feature on each line/,
    ],
    ['[1,2]', /is not a GeoJSON FeatureCollection/],
    ['{"type":"FeatureCollection","features":[{"type":"Feature"', /does not end/],
    [
      `{"type":"FeatureCollection","features":["${'x'.repeat(1024 * 1024)}`,
      /A feature has more than 1048576 bytes/,
    ],
  ] as const)
    await assert.rejects(enriched({ input: geojson(text), output: 'geojson' }), reason)
})

test('lines become a FeatureCollection', async () => {
  const line = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,1]}}\n'
  const { text } = await enriched({
    input: { format: 'geojsonl', bytes: inPieces(line.repeat(3)) },
    output: 'geojson',
  })
  assert.equal(JSON.parse(text).features.length, 3)
})

test('a byte order mark states UTF-16, and the output is UTF-8 with a mark', async () => {
  const content = '\ufeffname;lat;lon\r\nÉtretat;49,7;0,2\r\n'
  const swapped = Buffer.from(content, 'utf16le').swap16()
  for (const bytes of [Buffer.from(content, 'utf16le'), swapped]) {
    const { text } = await enriched({ input: csv(bytes), output: 'csv' })
    assert.equal(text, "\ufeffname;lat;lon;country_id;country_name\r\nÉtretat;49,7;0,2;r1;'=Land\r\n")
  }
  await assert.rejects(
    enriched({ input: csv(swapped), output: 'csv', encoding: 'windows-1252' }),
    /says that it is in utf-16be, not in windows-1252/,
  )
})

test('an encoding that is named is converted, and one that does not fit is refused', async () => {
  const latin = Buffer.from('name,lat,lon\nZürich,47,8\n', 'latin1')
  const { text } = await enriched({ input: csv(latin), output: 'csv', encoding: 'windows-1252' })
  assert.match(text, /^Zürich,47,8,r1/m)
  await assert.rejects(
    enriched({ input: csv(latin), output: 'csv', encoding: 'utf-16le' }),
    /The file is not in utf-16le, or/,
  )
})

test('CSV becomes Parquet with its texts as they are and the position as numbers', async () => {
  const { bytes, report } = await enriched({
    input: csv('code;"a ""b""";lat;lon\r\n007;"x;\ny";47,5;8,25\r\n;;x;1\r\n8;"";-1;1\r\n'),
    output: 'parquet',
  })
  assert.deepEqual(await rowsOf(bytes), [
    { code: '007', 'a "b"': 'x;\ny', lat: 47.5, lon: 8.25, country_id: 'r1', country_name: '=Land' },
    { code: '8', 'a "b"': null, lat: -1, lon: 1, country_id: null, country_name: null },
  ])
  assert.equal(report.rejected, 1)
  await assert.rejects(
    enriched({ input: csv('a,a,lat,lon\n1,2,3,4\n'), output: 'parquet' }),
    /Two columns are called "a", which Parquet cannot hold/,
  )
})

test('Parquet becomes CSV and GeoJSON, with times, lists and structures as texts', async () => {
  const path = join(FIXTURES, 'visits.parquet')
  const { text, report, listed } = await enriched({ input: { format: 'parquet', path }, output: 'csv' })
  const [header, , first] = text.split('\n')
  assert.equal(
    header,
    'id,lon,lat,seen,day,price,tags,detail,counts,flag,small,bytes,country_id,country_name',
  )
  assert.match(first, /^1,6\.37523,49\.50426,2024-01-01T00:00:00\.000Z,2020-01-02,0\.01,"\[""a""\]",/)
  assert.deepEqual([report.rows, report.rejected], [60, 2])
  assert.deepEqual(
    listed.map(({ place }) => place),
    ['Row 4', 'Row 47'],
  )
  for (const name of ['shops', 'depots']) {
    const shops = await enriched({
      input: { format: 'parquet', path: join(FIXTURES, `${name}.parquet`) },
      output: 'geojson',
    })
    assert.deepEqual(JSON.parse(shops.text).features[0].geometry, {
      type: 'Point',
      coordinates: [6.27676, 49.59031],
    })
  }
})

const POINTS = 'id,name,share,lon,lat\n1,Zürich,0.5,8.5,47.25\n9007199254740993,"a ""b""",,-1,1\n'

/** Writes the points with GDAL. */
const converted = async (name: string, ...options: readonly string[]): Promise<string> => {
  const source = join(directory, 'points.csv')
  await writeFile(source, POINTS)
  const path = join(directory, name)
  const columns = [
    '-oo',
    'X_POSSIBLE_NAMES=lon',
    '-oo',
    'Y_POSSIBLE_NAMES=lat',
    '-oo',
    'KEEP_GEOM_COLUMNS=NO',
    '-oo',
    'AUTODETECT_TYPE=YES',
  ]
  const { status, stderr } = spawnSync(
    'ogr2ogr',
    [path, source, ...columns, '-s_srs', 'EPSG:4326', '-t_srs', 'EPSG:4326', ...options],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
  return path
}

test('GeoPackages and Shapefiles become GeoJSON, CSV and Parquet, with the types of their columns', {
  skip: noGdal,
}, async () => {
  for (const [format, name, ...options] of [
    ['gpkg', 'points.gpkg', '-nln', 'points'],
    ['shp', 'points.shp', '-lco', 'ENCODING=UTF-8'],
    ['shp', 'latin.shp', '-lco', 'ENCODING=ISO-8859-1'],
  ] as const) {
    const path = await converted(name, ...options)
    const input = { format, path }
    const own = format === 'gpkg' ? 'fid,' : ''
    const { text } = await enriched({ input, output: 'csv' })
    assert.equal(text.split('\n')[0], `${own}id,name,share,lon,lat,country_id,country_name`)
    assert.match(text, /1,Zürich,0\.5,8\.5,47\.25,r1,'=Land\n/)
    assert.match(text, /9007199254740993,"a ""b""",,-1,1,,\n/)
    const [first, second] = await rowsOf((await enriched({ input, output: 'parquet' })).bytes)
    const { id, share, lon, lat, country_name: country } = first
    assert.deepEqual([id, share, lon, lat, country], [1n, 0.5, 8.5, 47.25, '=Land'])
    assert.deepEqual([second.id, second.share], [9007199254740993n, null])
    const features = JSON.parse((await enriched({ input, output: 'geojson' })).text).features
    assert.deepEqual(features[0].geometry, { type: 'Point', coordinates: [8.5, 47.25] })
  }
})

test('a table of a GeoPackage is named where there are several; other coordinates and shapes are refused', {
  skip: noGdal,
}, async () => {
  const path = await converted('several.gpkg', '-nln', 'one')
  await converted('several.gpkg', '-nln', 'two', '-update')
  const of = (input: EnrichRequest['input']) => enriched({ input, output: 'csv' })
  await assert.rejects(of({ format: 'gpkg', path }), /several tables: one and two\. Name one with --layer/)
  await assert.rejects(
    of({ format: 'gpkg', path, layer: 'three' }),
    /no table "three"\. Its tables are one and two/,
  )
  assert.equal((await of({ format: 'gpkg', path, layer: 'two' })).report.rows, 2)
  const mercator = ['-t_srs', 'EPSG:3857']
  await assert.rejects(
    of({ format: 'gpkg', path: await converted('mercator.gpkg', ...mercator) }),
    /is in EPSG:3857\. Convert it/,
  )
  await assert.rejects(
    of({ format: 'shp', path: await converted('mercator.shp', ...mercator) }),
    /Shapefile is in .*Mercator/,
  )
  const text = join(directory, 'text.gpkg')
  await writeFile(text, 'no database')
  await assert.rejects(of({ format: 'gpkg', path: text }), /The file is not a GeoPackage, or it is damaged/)
  await assert.rejects(of({ format: 'shp', path: text }), /The file is not a Shapefile/)
  const shapes = await readFile(await converted('cut.shp'))
  await writeFile(join(directory, 'cut.shp'), shapes.subarray(0, -4))
  await assert.rejects(
    of({ format: 'shp', path: join(directory, 'cut.shp') }),
    /damaged, or ends early, at record 2/,
  )
})

test('a row of a GeoPackage or Shapefile without a point is told to have none', {
  skip: noGdal,
}, async () => {
  const path = await converted('pointless.gpkg', '-nln', 'points', '-lco', 'SPATIAL_INDEX=NO')
  const database = new DatabaseSync(path)
  database.exec('update points set geom = null where id = 1')
  database.close()
  const shapes = await readFile(await converted('pointless.shp'))
  shapes.writeInt32LE(0, 108)
  await writeFile(join(directory, 'pointless.shp'), shapes)
  for (const input of [
    { format: 'gpkg', path },
    { format: 'shp', path: join(directory, 'pointless.shp') },
  ] as const) {
    const { listed } = await enriched({ input, output: 'csv' })
    assert.deepEqual(listed, [{ place: 'Row 1', reason: 'It has no point, or several.' }])
  }
})

test('a server is asked once for each position', async () => {
  const { calls, text } = await enriched({ input: csv('lat,lon\n1,1\n1.0,1\nx,1\n2,2\n'), output: 'csv' })
  assert.deepEqual(
    calls.filter(({ lat }) => lat !== 0),
    [
      { lat: 1, lon: 1 },
      { lat: 2, lon: 2 },
    ],
  )
  assert.equal(text.split('\n').length, 5)
})

test('three points that are on land only with longitude and latitude swapped are refused', async () => {
  const isSwapped = async ({ input }: CallRequest) => {
    const boundaries = Number(input.lat) > 20 ? [{ id: 'r1', name: 'Land', kind: 'country' }] : []
    return { ok: true as const, bytes: Buffer.from(JSON.stringify({ boundaries, attribution: 'Makers' })) }
  }
  const rows = 'lat,lon\n8,47\n7,50\n6,51\n'
  await assert.rejects(
    enriched({ input: csv(rows), output: 'csv', keepOrder: false }, isSwapped),
    /of 3 points, 0 are on land, and 3 would be if they were swapped/,
  )
})

test('a refusal of the server ends the command with its problem', async () => {
  const refused = async () => ({ ok: false as const, problem: { title: 'No units are left', status: 402 } })
  await assert.rejects(
    enriched({ input: csv('lat,lon\n1,1\n'), output: 'csv' }, refused),
    /No units are left/,
  )
})
