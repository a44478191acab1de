import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctRows, type Row } from '../../scripts/atlas/corrected-rows.ts'

const row = (key: string, name: string, lon: number): Row => ({
  properties: {
    adm1_code: key,
    name,
    name_en: name,
    wikidataid: `Q${lon}`,
    gn_name: `around ${lon}`,
    iso_3166_2: `XX-${name[0]}`,
  },
  geometry: { type: 'Polygon', coordinates: [[[lon, 0]]] },
})

const ROWS = [row('A-1', 'North', 1), row('A-2', 'South', 2)]
const GROUP = { reason: 'seen', source: 'towns' }
const official = (code: string) => (code === 'XX-E' ? ['East', 'The East'] : [])

test('two rows with swapped polygons get their own, along with the name that was looked up by position', () => {
  const [north, south] = correctRows(ROWS, [{ ...GROUP, polygons: { 'A-1': 'A-2', 'A-2': 'A-1' } }], official)
  assert.deepEqual(north.geometry, ROWS[1].geometry)
  assert.deepEqual(south.geometry, ROWS[0].geometry)
  assert.equal(north.properties.name, 'North')
  assert.equal(north.properties.gn_name, 'around 2')
})

test('a row keeps its names with another code, unless they are another unit’s', () => {
  const codes = { 'A-1': 'XX-E' }
  const [renamed] = correctRows(ROWS, [{ ...GROUP, codes }], official)
  assert.equal(renamed.code, 'XX-E')
  assert.equal(renamed.properties.name, 'North')
  const [misnamed] = correctRows(ROWS, [{ ...GROUP, codes, misnamed: ['A-1'] }], official)
  assert.equal(misnamed.properties.name, 'East')
  assert.equal(misnamed.properties.name_alt, 'The East')
  assert.equal(misnamed.properties.name_en, undefined)
  assert.equal(misnamed.properties.wikidataid, undefined)
  assert.equal(misnamed.properties.gn_name, 'around 1')
})

test('a correction of an unknown row fails', () => {
  assert.throws(() => correctRows(ROWS, [{ ...GROUP, misnamed: ['A-3'] }], official), /no row A-3/)
})

test('one polygon for two rows is refused, because another row would have none', () => {
  assert.throws(
    () => correctRows(ROWS, [{ ...GROUP, polygons: { 'A-1': 'A-2' } }], official),
    /no remaining row has the polygon of A-1/,
  )
})
