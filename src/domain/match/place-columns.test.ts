import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeColumns, refuseTaken } from './place-columns.ts'

const USUAL = { name: null, country: null, level: null, parent: null }

test('columns are found by their usual names, whatever their case and order', () => {
  assert.deepEqual(placeColumns(['id2', 'Country', 'NAME'], USUAL), {
    name: 2,
    country: 1,
    level: -1,
    parent: -1,
  })
})

test('columns are found by the names that are given', () => {
  const given = { ...USUAL, name: 'county', parent: 'state' }
  assert.deepEqual(placeColumns(['state', 'county'], given), { name: 1, country: -1, level: -1, parent: 0 })
})

test('unknown, missing and repeated columns are named, all at once', () => {
  for (const [names, given, message] of [
    [['a'], USUAL, 'No column is called name: name the column of the names with --name. The columns are a.'],
    [
      ['name', 'country', 'Country'],
      { ...USUAL, parent: 'state' },
      'Two columns are called "Country". Rename one, or name the column of the country with --country. No column is called "state". The columns are name, country, Country.',
    ],
  ] as const)
    assert.throws(() => placeColumns(names, given), { name: 'PointsFault', message })
})

test('a repeated column that is not used does no harm', () => {
  assert.equal(placeColumns(['name', 'x', 'x'], USUAL).name, 0)
})

test('columns that are added must not be there', () => {
  assert.throws(() => refuseTaken(['name', 'id'], ['id', 'score']), {
    message: 'The file already has a column id. Rename or delete it.',
  })
  assert.throws(() => refuseTaken(['id', 'score'], ['id', 'score']), {
    message: 'The file already has the columns id and score. Rename or delete them.',
  })
})
