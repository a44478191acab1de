import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ladderColumns } from './added-columns.ts'
import { geoJsonReader } from './geojson-lines.ts'

const COLUMNS = ladderColumns(['country'], [])
const NONE = '"country_id":null,"country_name":null'
const POINT = '"geometry":{"type":"Point","coordinates":[6.25,49.5]}'

const read = (lines: string | Uint8Array) => geoJsonReader(COLUMNS).rows(Buffer.from(lines as string))

const enriched = (lines: string): string => {
  const reader = geoJsonReader(COLUMNS)
  const rows = reader.rows(Buffer.from(lines))
  const answers = Int32Array.from({ length: rows.count }, (_, row) => (rows.faults.has(row) ? -1 : 0))
  return Buffer.from(rows.joined(answers, [reader.addition([])], new ArrayBuffer(0))).toString()
}

test('a feature keeps its text, every digit included, and gets properties', () => {
  assert.equal(
    enriched(`{ "type":"Feature", "properties" : {"id": 12345678901234567890, "x": 1.0 } , ${POINT} }\r\n`),
    `{ "type":"Feature", "properties" : {"id": 12345678901234567890, "x": 1.0 ,${NONE}} , ${POINT} }\r\n`,
  )
})

test('properties that are empty, null or missing are added', () => {
  for (const [given, wanted] of [
    [`{"type":"Feature","properties":{},${POINT}}`, `{"type":"Feature","properties":{${NONE}},${POINT}}`],
    [`{"type":"Feature",${POINT},"properties":null}`, `{"type":"Feature",${POINT},"properties":{${NONE}}}`],
    [`{"type":"Feature",${POINT}}`, `{"type":"Feature",${POINT},"properties":{${NONE}}}`],
    [`\u001e{"type":"Feature",${POINT}}`, `\u001e{"type":"Feature",${POINT},"properties":{${NONE}}}`],
  ])
    assert.equal(enriched(given), `${wanted}\n`)
})

test('properties are found wherever they stand, and whatever stands around them', () => {
  // In V8 13.6, JSON.parse, the oracle of this test, confuses keys that end with an escaped character ({"\n":1} after
  // {"\t":1}), so no key here does.
  const key = fc.oneof(
    fc.string().map((name) => `${name}.`),
    fc.constantFrom('properties', 'geometry', '}', '".', '\\.'),
  )
  const value = fc.oneof(fc.string(), fc.jsonValue({ stringUnit: fc.constantFrom(...'ab{}[]:, ') }))
  const others = fc.dictionary(
    key.filter((name) => name !== '__proto__'),
    value,
  )
  fc.assert(
    fc.property(
      others,
      others,
      fc.boolean(),
      fc.integer({ min: 0, max: 2 }),
      (before, own, isFirst, space) => {
        delete before.properties
        const point = { type: 'Point', coordinates: [6.25, 49.5] }
        const feature = isFirst
          ? { properties: own, ...before, type: 'Feature', geometry: point }
          : { ...before, type: 'Feature', geometry: point, properties: own }
        // On one line, with spaces where JSON allows them.
        const line = JSON.stringify(feature, null, space).replaceAll('\n', ' ')
        assert.deepEqual(JSON.parse(enriched(line)), {
          ...JSON.parse(line),
          properties: { ...JSON.parse(line).properties, country_id: null, country_name: null },
        })
      },
    ),
  )
})

test('lines without a point, with bad properties or in another encoding are refused by line', () => {
  const latin = Buffer.from(`{"type":"Feature","properties":{"name":"Z\u00fcrich"},${POINT}}\n`, 'latin1')
  const faults = (lines: string | Uint8Array): readonly string[] => [...read(lines).faults.values()]
  assert.deepEqual(faults(latin), [
    'It is not in UTF-8: state the encoding of the file with --encoding, for example windows-1252.',
  ])
  assert.deepEqual(
    faults(
      [
        'x',
        'null',
        '[]',
        '{"type":"Feature","geometry":null}',
        '{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[[6.25,49.5]]}}',
        '{"type":"Feature","geometry":{"type":"Point","coordinates":[]}}',
        `{"type":"Feature","properties":[1],${POINT}}`,
        `{"type":"Feature","properties":{"country_id":1},${POINT}}`,
      ].join('\n'),
    ),
    [
      'The line is not JSON.',
      ...Array(2).fill('It is not a GeoJSON Feature with a Point.'),
      'It has no point, or several.',
      'It is not a GeoJSON Feature with a Point.',
      'The longitude is not a number between -180 and 180.',
      'Its properties are not an object.',
      'It already has a property country_id. Rename it, or omit the kind with --kinds.',
    ],
  )
})
