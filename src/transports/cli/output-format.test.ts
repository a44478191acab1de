import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORMAT_NAMES, FORMATS } from '../../domain/formats/index.ts'
import { CommandFailure } from '../client/failure.ts'
import type { Field } from './fields.ts'
import { withFormatOfOutput } from './output-format.ts'

const field = (choices: readonly string[]): Field => ({
  name: 'format',
  flag: '--format',
  type: 'choice',
  schema: {},
  items: null,
  choices,
  required: false,
  help: '',
})
const FIELDS = [field(FORMAT_NAMES)]

test('the extension of every format chooses it', () => {
  for (const name of FORMAT_NAMES)
    assert.equal(withFormatOfOutput({}, FIELDS, `a.b/lux.${FORMATS[name].extension}`).format, name)
  assert.equal(withFormatOfOutput({}, FIELDS, 'LUX.GML').format, 'gml')
  assert.equal(withFormatOfOutput({}, FIELDS, 'lux.shp.zip').format, 'shp')
  assert.equal(withFormatOfOutput({}, FIELDS, 'lux.json').format, 'geojson')
})

test('a given format wins, and a name without extension chooses none', () => {
  assert.deepEqual(withFormatOfOutput({ format: 'kml' }, FIELDS, 'lux.gml'), { format: 'kml' })
  for (const path of ['lux', './dir.gml/lux', undefined])
    assert.deepEqual(withFormatOfOutput({ id: 'r1' }, FIELDS, path), { id: 'r1' })
})

test('operations without file formats take any name', () => {
  assert.deepEqual(withFormatOfOutput({}, [], 'answer.xyz'), {})
  assert.deepEqual(withFormatOfOutput({}, [field(['json', 'table'])], 'answer.xyz'), {})
})

test('an unknown extension is refused with the formats that exist', () => {
  for (const path of ['lux.dxf', 'lux.geojson.gz'])
    assert.throws(() => withFormatOfOutput({}, FIELDS, path), CommandFailure)
  assert.throws(
    () => withFormatOfOutput({}, [field(['geojson', 'kml'])], 'lux.wkt'),
    /--format: geojson, kml\./,
  )
})
