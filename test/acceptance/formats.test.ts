/** Every file format, read back by readers that share no code with the writers. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inflateRawSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { FORMATS, type Format, SINGLE_FORMATS } from '../../src/domain/formats/index.ts'
import { writeSingle } from '../../src/domain/formats/write-single.ts'
import type { SingleFeature } from '../../src/domain/formats/writer.ts'
import { polygonCount, polygonStart, type Rings, ringStart } from '../../src/domain/geometry/rings.ts'
import { casesOf } from '../cases.ts'
import {
  FILE_READERS,
  planarArea,
  positionCount,
  type ReadPolygons,
  readWkb,
} from '../support/file-readers.ts'
import { fileOf, SHAPES } from '../support/format-samples.ts'
import { coastRing, ringsOf, seededRandom } from '../support/shapes.ts'
import { child, descendants, readXml, type XmlElement } from '../support/xml-reader.ts'

const LOSSLESS = SINGLE_FORMATS.filter((format) => FORMATS[format].content === 'text' && format !== 'svg')
const XML_FORMATS = ['kml', 'gml', 'svg'] as const

const textOf = (format: Format, file: SingleFeature): string =>
  Buffer.from(writeSingle(format, file)).toString('utf8')

/** The polygons as numbers rounded by the machine, closing positions included. */
const expected = (rings: Rings, decimals: number): ReadPolygons => {
  const degrees = (units: number): number =>
    Number(
      ((Math.sign(units) * Math.round(Math.abs(units) / 10 ** (7 - decimals))) / 10 ** decimals).toFixed(
        decimals,
      ),
    ) + 0
  return Array.from({ length: polygonCount(rings) }, (_, polygon) =>
    Array.from({ length: rings.polygonEnds[polygon] - polygonStart(rings, polygon) }, (_, index) => {
      const ring = polygonStart(rings, polygon) + index
      const positions = Array.from(
        { length: rings.ringEnds[ring] - ringStart(rings, ring) },
        (_, offset): [number, number] => {
          const at = 2 * (ringStart(rings, ring) + offset)
          return [degrees(rings.coords[at]), degrees(rings.coords[at + 1])]
        },
      )
      return [...positions, positions[0]]
    }),
  )
}

/** A topology begins rings where borders meet. */
const comparable = (format: Format, polygons: ReadPolygons): ReadPolygons =>
  format === 'topojson' ? polygons.map((rings) => rings.map(fromLowest)) : polygons

const fromLowest = (ring: ReadPolygons[number][number]) => {
  const open = ring.slice(0, -1)
  const lowest = open.reduce((best, [x, y], at) => {
    const [lowX, lowY] = open[best]
    return x < lowX || (x === lowX && y < lowY) ? at : best
  }, 0)
  return [...open.slice(lowest), ...open.slice(0, lowest + 1)]
}

for (const format of LOSSLESS) {
  describe(`a ${format} file`, () => {
    for (const [name, rings] of Object.entries(SHAPES)) {
      test(`of ${name} reads back position by position`, () => {
        for (const decimals of [3, 7]) {
          const polygons = FILE_READERS[format](textOf(format, fileOf(rings, decimals)))
          assert.deepEqual(comparable(format, polygons), comparable(format, expected(rings, decimals)))
        }
      })
    }

    test('of any coast anywhere keeps its area and vertices', () => {
      fc.assert(
        fc.property(
          fc.integer(),
          fc.integer({ min: -150, max: 150 }),
          fc.integer({ min: 3, max: 7 }),
          (seed, lon, decimals) => {
            const rings = ringsOf([
              [coastRing(seededRandom(seed), { lon, lat: seed % 60, radius: 5, doublings: 4 })],
            ])
            const polygons = FILE_READERS[format](textOf(format, fileOf(rings, decimals)))
            const wanted = expected(rings, decimals)
            assert.equal(positionCount(polygons), positionCount(wanted))
            assert.equal(planarArea(polygons), planarArea(wanted))
          },
        ),
        { seed: 5, numRuns: casesOf('coasts in every format') },
      )
    })
  })
}

describe('names from anywhere', () => {
  for (const format of XML_FORMATS) {
    test(`stay text in ${format}, whatever they contain`, () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 60 }), HOSTILE, (random, hostile) => {
          const name = `${hostile}${random}`
          const root = readXml(textOf(format, fileOf(SHAPES.square, 5, { name })))
          const shown = TITLES[format](root)
          assert.equal(shown, xmlCharacters(name))
        }),
        { seed: 6, numRuns: casesOf('names in every format') },
      )
    })
  }

  test('stay unchanged in GeoJSON', () => {
    const name = '</script>\u0000\u2028"\\😀'
    assert.equal(JSON.parse(textOf('geojson', fileOf(SHAPES.square, 5, { name }))).properties.name, name)
  })

  test('do not appear in well-known text', () => {
    assert.equal(
      textOf('wkt', fileOf(SHAPES.square, 5, { name: 'POINT(0 0)' })),
      textOf('wkt', fileOf(SHAPES.square, 5)),
    )
  })
})

const HOSTILE = fc.constantFrom(
  '<script>alert(1)</script>',
  ']]>',
  '"><svg onload="x',
  "' or ''='",
  '&amp;&#0;&nosuch;',
  '<!-- -- >',
  'Köln 😀 👩‍👩‍👧 العربية',
  'a\u0000\u0001\u000b\u001f\ufffe\uffff\ud800b',
  'tab\tline\nreturn\r\n',
)

/** Characters that XML 1.0 §2.2 allows: its Char production, by numbers. */
const xmlCharacters = (text: string): string =>
  Array.from(text)
    .filter((character) => {
      const code = character.codePointAt(0)!
      if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd
      return (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff
    })
    .join('')

const TITLES: Readonly<Record<(typeof XML_FORMATS)[number], (root: XmlElement) => string>> = {
  kml: (root) => child(descendants(root, 'Placemark')[0], 'name').text,
  gml: (root) => child(descendants(root, 'metes:Boundary')[0], 'metes:name').text,
  svg: (root) => child(root, 'title').text,
}

describe('every file', () => {
  for (const format of ['fgb', 'gpkg', 'poly'] as const) {
    test(`states the attribution in ${format}`, () =>
      assert.ok(textOf(format, fileOf(SHAPES.square, 5)).includes('© OpenStreetMap contributors, ODbL 1.0')))
  }

  test('states the attribution beside a Shapefile, in the archive', () => {
    const archive = writeSingle('shp', fileOf(SHAPES.square, 5))
    const name = Buffer.from('LICENSE.txt')
    const text = inflateRawSync(archive.subarray(Buffer.from(archive).indexOf(name) + name.length))
    assert.match(text.toString(), /© OpenStreetMap contributors, ODbL 1\.0\n$/)
  })

  for (const format of SINGLE_FORMATS) {
    test(`of the same boundary has the same bytes in ${format}`, () =>
      assert.deepEqual(
        writeSingle(format, fileOf(SHAPES.square, 5)),
        writeSingle(format, fileOf(SHAPES.square, 5)),
      ))
  }

  for (const format of ['geojson', 'geojsonl', 'geojsons', 'topojson', 'kml', 'gml', 'svg', 'csv'] as const) {
    test(`states attribution and source in ${format}`, () => {
      const text = textOf(format, fileOf(SHAPES.square, 5))
      assert.ok(text.includes('© OpenStreetMap contributors, ODbL 1.0'))
      assert.ok(text.includes('https://www.openstreetmap.org/relation/571747'))
    })
  }
})

test('the doubles of an fgb file are aligned, for readers that do not copy them', () => {
  for (const rings of Object.values(SHAPES)) assert.equal(writeSingle('fgb', fileOf(rings, 7)).length % 8, 0)
})

test('a wkb file reads back position by position', () => {
  for (const rings of Object.values(SHAPES))
    assert.deepEqual(readWkb(writeSingle('wkb', fileOf(rings, 7))), expected(rings, 7))
})

describe('a parquet file', () => {
  const readParquet = async (file: SingleFeature) => {
    const bytes = writeSingle('parquet', file)
    const buffer = new Uint8Array(bytes).buffer
    const metadata = parquetMetadata(buffer)
    const compressors = { ZSTD: (input: Uint8Array) => new Uint8Array(zstdDecompressSync(input)) }
    const rows = await parquetReadObjects({ file: buffer, compressors, geoparquet: false, utf8: false })
    const texts = Object.fromEntries(metadata.key_value_metadata!.map(({ key, value }) => [key, value]))
    return { row: rows[0], texts, count: rows.length }
  }

  test('reads back position by position, with its attributes and a box that holds it', async () => {
    for (const rings of Object.values(SHAPES)) {
      const { row, count } = await readParquet(fileOf(rings, 7, { name: 'A & <b> "Ω" 😀' }))
      assert.equal(count, 1)
      assert.deepEqual(readWkb(row.geometry), expected(rings, 7))
      assert.equal(row.name, 'A & <b> "Ω" 😀')
      assert.equal(row.population, 884_887n)
      assert.equal(row.wikidata, null)
      const lons = expected(rings, 7)
        .flat(2)
        .map(([lon]) => lon)
      assert.deepEqual([row.bbox.xmin, row.bbox.xmax], [Math.min(...lons), Math.max(...lons)])
    }
  })

  test('says which column is the geometry, and whose data it is', async () => {
    const { texts } = await readParquet(fileOf(SHAPES.square, 7))
    assert.equal(texts.attribution, '© OpenStreetMap contributors, ODbL 1.0')
    const { version, primary_column: primary, columns } = JSON.parse(texts.geo!)
    assert.deepEqual([version, primary, columns.geometry.encoding], ['1.1.0', 'geometry', 'WKB'])
    assert.deepEqual(columns.geometry.covering.bbox.xmin, ['bbox', 'xmin'])
  })
})

test('the media types and extensions are these', () => {
  assert.deepEqual(
    SINGLE_FORMATS.map((format) => [format, FORMATS[format].extension, FORMATS[format].mediaType]),
    [
      ['geojson', 'geojson', 'application/geo+json'],
      ['kml', 'kml', 'application/vnd.google-earth.kml+xml'],
      ['wkt', 'wkt', 'text/plain; charset=utf-8'],
      ['svg', 'svg', 'image/svg+xml'],
      ['gml', 'gml', 'application/gml+xml; version=3.2'],
      ['geojsonl', 'geojsonl', 'application/x-ndjson'],
      ['geojsons', 'geojsons', 'application/geo+json-seq'],
      ['topojson', 'topojson', 'application/json'],
      ['fgb', 'fgb', 'application/vnd.flatgeobuf'],
      ['gpkg', 'gpkg', 'application/geopackage+sqlite3'],
      ['parquet', 'parquet', 'application/vnd.apache.parquet'],
      ['shp', 'shp.zip', 'application/zip'],
      ['csv', 'csv', 'text/csv; charset=utf-8; header=present'],
      ['wkb', 'wkb', 'application/octet-stream'],
      ['poly', 'poly', 'text/plain; charset=utf-8'],
    ],
  )
})
