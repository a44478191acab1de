import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ladderColumns } from './added-columns.ts'
import { csvReader, openCsvPoints } from './csv-points.ts'
import { wholeCsvRows } from './csv-records.ts'
import { PointsFault } from './points-reader.ts'

const COLUMNS = ladderColumns(['country'], [])
const USUAL = { lon: null, lat: null, latLon: null, decimal: null }

const read = (text: string, position: Parameters<typeof openCsvPoints>[2] = USUAL) => {
  const bytes = Buffer.from(text)
  const opened = openCsvPoints(bytes, COLUMNS, position)
  assert.ok(opened !== null)
  const reader = csvReader(opened.layout, COLUMNS)
  const rows = reader.rows(bytes.subarray(opened.bytes))
  const points = Array.from({ length: rows.count }, (_, row) => [rows.lons[row], rows.lats[row]])
  return { opened, reader, rows, points }
}

const enriched = (text: string): string => {
  const { opened, reader, rows } = read(text)
  const answers = Int32Array.from({ length: rows.count }, (_, row) => (rows.faults.has(row) ? -1 : 0))
  const joined = rows.joined(answers, [reader.addition([])], new ArrayBuffer(0))
  return Buffer.concat([opened.preamble, joined]).toString()
}

test('columns are found by their usual names, whatever their case and order', () => {
  assert.deepEqual(read('Id,LAT,Longitude\n1,49.5,6.25\n').points, [[6.25, 49.5]])
})

test('columns are found by the names that are given', () => {
  assert.deepEqual(read('a,b\n49.5,6.25\n', { ...USUAL, lon: 'b', lat: 'a' }).points, [[6.25, 49.5]])
  assert.throws(() => read('a,b\n1,2\n', { ...USUAL, lon: 'c', lat: 'a' }), PointsFault)
  assert.throws(
    () => read('a,b\n1,2\n'),
    /No column is called lon, .* with --lon\. No column is called lat, .* with --lat\. The columns are a, b\.$/,
  )
  assert.throws(
    () => read('a,b\n1,2\n', { ...USUAL, lon: 'c', lat: 'd' }),
    /^PointsFault: No column is called "c"\. No column is called "d"\. The columns are a, b\.$/,
  )
})

test('one column may have both, the latitude first', () => {
  for (const text of [
    '"49.5,6.25"',
    '"49.5, 6.25"',
    '49.5 6.25',
    '49.5;6.25',
    '"(49.5, 6.25)"',
    '" 49,5 ; 6,25 "',
  ])
    assert.deepEqual(read(`id,lat_lon\n1,${text}\n`).points, [[6.25, 49.5]], text)
  assert.deepEqual(read('id|where\n1|49,5 6,25\n', { ...USUAL, latLon: 'where' }).points, [[6.25, 49.5]])
  for (const text of ['49.5', '"49.5,6.25,7"', '"49,5,6,25"', 'x y', '""'])
    assert.equal(read(`id,latlon\n1,${text}\n`).rows.faults.size, 1, text)
  assert.deepEqual(read('latlon,lat,lon\n"1,2",49.5,6.25\n').points, [[6.25, 49.5]])
  assert.throws(() => read('id,position\n1,"49.5,6.25"\n'), /The columns are id, position\./)
})

test('semicolons, tabs, quotation marks, line breaks in quotes and a byte order mark are read', () => {
  assert.deepEqual(read('\ufefflat;lon\n49.5;6.25\n').points, [[6.25, 49.5]])
  assert.deepEqual(read('lat\tlon\n49.5\t6.25').points, [[6.25, 49.5]])
  assert.deepEqual(read('name,lat,lon\n"a, ""b""\nc","49.5", 6.25 \nd,1,2\n').points, [
    [6.25, 49.5],
    [2, 1],
  ])
})

test('empty lines before the names of the columns stay', () => {
  assert.equal(enriched('\r\n\nlat,lon\n1,2\n'), '\r\n\nlat,lon,country_id,country_name\n1,2,,\n')
})

test('longitude and latitude are taken before x and y, which may be metres', () => {
  assert.deepEqual(read('x,y,lon,lat\n500000,4000000,6.25,49.5\n').points, [[6.25, 49.5]])
})

test('a file with two such columns, or with the new ones, is refused', () => {
  assert.throws(() => read('lat,lon,LAT\n1,2,3\n'), /Two columns are called "LAT"\. Rename one, or name/)
  assert.equal(
    read('lat,lon,LAT\n1,2,3\n', { lon: null, lat: 'lat', latLon: null, decimal: null }).points[0][1],
    1,
  )
  assert.throws(() => read('lat,lon,country_id\n'), /already has a column country_id\. Rename it, or omit/)
})

test('decimal commas are read, unless the mark is stated', () => {
  const comma = { ...USUAL, decimal: 'comma' } as const
  const point = { ...USUAL, decimal: 'point' } as const
  for (const text of ['name;lat;lon\na;49,61;-6,125\n', 'name,lat,lon\na,49.61," -6,125"\n'])
    assert.deepEqual(read(text).points, [[-6.125, 49.61]])
  assert.deepEqual(read('lat;lon\n49,12345678901234567;6\n', comma).points, [
    [6, Number('49.12345678901234567')],
  ])
  assert.equal(read('lat;lon\n49.61;6,13\n', comma).rows.faults.size, 1)
  assert.equal(read('lat;lon\n49.61;6,13\n', point).rows.faults.size, 1)
  assert.equal(read('lat;lon\n1.049,61;6,13\n').rows.faults.size, 1)
  assert.deepEqual(
    [...read('lat,lon\n100,5\n').rows.faults.values()],
    ['The latitude is not a number between -90 and 90.'],
  )
})

test('another encoding than UTF-8 is told, not copied', () => {
  const latin = openCsvPoints(
    Buffer.from('name;lat;lon\nZ\u00fcrich;47.37;8.54\nBonn;50.73;7.1\n', 'latin1'),
    COLUMNS,
    USUAL,
  )
  const rows = csvReader(latin!.layout, COLUMNS).rows(
    Buffer.from('Z\u00fcrich;47.37;8.54\nBonn;50.73;7.1\n', 'latin1'),
  )
  assert.deepEqual(
    [...rows.faults],
    [[0, 'It is not in UTF-8: state the encoding of the file with --encoding, for example windows-1252.']],
  )
  const open = (bytes: Uint8Array) => openCsvPoints(bytes, COLUMNS, USUAL)
  assert.throws(
    () => open(Buffer.from('gr\u00f6\u00dfe;lat;lon\n', 'latin1')),
    /names of the columns are not in UTF-8/,
  )
  assert.throws(() => open(Buffer.from('lat,lon\n\0', 'utf16le')), /like text in UTF-16\. State its encoding/)
})

test('rows stay as they are, and get the new columns', () => {
  assert.equal(
    enriched('name,lat,lon\r\n"a, ""b""",49.50,6.25\r\n\r\nb,1,2'),
    'name,lat,lon,country_id,country_name\r\n"a, ""b""",49.50,6.25,,\r\nb,1,2,,\r\n',
  )
})

test('rows without a valid position are left out, and named by line', () => {
  const { rows } = read('lat,lon\n1,2\nx,2\n1,181\n91,0\n1\n"1\n",2,3\n5,6\n')
  assert.deepEqual(
    [...rows.faults].map(([row, reason]) => [rows.lineOf(row), reason]),
    [
      [1, 'The latitude is not a number between -90 and 90.'],
      [2, 'The longitude is not a number between -180 and 180.'],
      [3, 'The latitude is not a number between -90 and 90.'],
      [4, 'It has 1 column instead of 2.'],
      [5, 'It has 3 columns instead of 2.'],
    ],
  )
  assert.equal(rows.lineOf(6), 7)
  const empty = read('a,lat,lon\n,,\n"", , \n   \n\nx,,\n').rows
  assert.deepEqual(
    [...empty.faults.values()],
    [...Array(3).fill('The row is empty.'), 'The longitude is not a number between -180 and 180.'],
  )
  assert.equal(enriched('lat,lon\nx,2\n1,2\n'), 'lat,lon,country_id,country_name\n1,2,,\n')
})

test('numbers are read as JavaScript reads them', () => {
  const number = fc.oneof(
    fc.double({ min: -90, max: 90, noNaN: true }).map(String),
    fc
      .tuple(fc.integer({ min: -89, max: 89 }), fc.stringMatching(/^\d{0,20}$/))
      .map(([whole, decimals]) => `${whole}.${decimals}`),
  )
  fc.assert(
    fc.property(number, number, (lat, lon) => {
      assert.deepEqual(read(`lat,lon\n${lat},${lon}\n`).points, [[Number(lon), Number(lat)]])
    }),
  )
})

test('what JavaScript reads as a number and a person would not is refused', () => {
  for (const text of [
    '',
    ' ',
    '0x10',
    '1e',
    '1,5,',
    '1.5,',
    'Infinity',
    'NaN',
    '1 2',
    '--1',
    '.',
    '-',
    '1_0',
  ])
    assert.equal(read(`lat|lon\n${text}|1\n`).rows.faults.size, 1, text)
})

test('a block ends behind its last whole row, wherever the file is cut', () => {
  const text = 'a,"x\ny",1\nb,"""\n",2\nc,5" wide,3\n'
  const ends = [10, 20, 32]
  const { layout } = read('name,b,lat,lon\n').opened
  for (let length = 0; length <= text.length; length++)
    assert.equal(
      wholeCsvRows(Buffer.from(text.slice(0, length)), layout.delimiter),
      Math.max(0, ...ends.filter((end) => end <= length)),
    )
})
