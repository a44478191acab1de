/** Every file format, read back by readers that share no code with the writers. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { FORMAT_NAMES, FORMATS, type Format } from '../../src/domain/formats/index.ts'
import { writeSingle } from '../../src/domain/formats/write-single.ts'
import type { SingleFeature } from '../../src/domain/formats/writer.ts'
import { polygonCount, polygonStart, type Rings, ringStart } from '../../src/domain/geometry/rings.ts'
import { FILE_READERS, planarArea, positionCount, type ReadPolygons } from '../support/file-readers.ts'
import { fileOf, SHAPES } from '../support/format-samples.ts'
import { coastRing, ringsOf, seededRandom } from '../support/shapes.ts'
import { child, descendants, readXml, type XmlElement } from '../support/xml-reader.ts'

const LOSSLESS = FORMAT_NAMES.filter((format) => format !== 'svg')
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

for (const format of LOSSLESS) {
  describe(`a ${format} file`, () => {
    for (const [name, rings] of Object.entries(SHAPES)) {
      test(`of ${name} reads back position by position`, () => {
        for (const decimals of [3, 7]) {
          const polygons = FILE_READERS[format](textOf(format, fileOf(rings, decimals)))
          assert.deepEqual(polygons, expected(rings, decimals))
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
        { seed: 5, numRuns: 20 },
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
        { seed: 6, numRuns: 150 },
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
  gml: (root) => child(descendants(root, 'metes:Boundary')[0], 'gml:name').text,
  svg: (root) => child(root, 'title').text,
}

describe('every file', () => {
  for (const format of ['geojson', 'kml', 'gml', 'svg'] as const) {
    test(`states attribution and source in ${format}`, () => {
      const text = textOf(format, fileOf(SHAPES.square, 5))
      assert.ok(text.includes('© OpenStreetMap contributors, ODbL 1.0'))
      assert.ok(text.includes('https://www.openstreetmap.org/relation/571747'))
    })
  }
})

test('the media types and extensions are these', () => {
  assert.deepEqual(
    FORMAT_NAMES.map((format) => [format, FORMATS[format].extension, FORMATS[format].mediaType]),
    [
      ['geojson', 'geojson', 'application/geo+json'],
      ['kml', 'kml', 'application/vnd.google-earth.kml+xml'],
      ['wkt', 'wkt', 'text/plain; charset=utf-8'],
      ['svg', 'svg', 'image/svg+xml'],
      ['gml', 'gml', 'application/gml+xml; version=3.2'],
    ],
  )
})
