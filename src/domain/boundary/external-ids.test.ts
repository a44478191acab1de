import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundary } from '../../../test/support/boundary-entries.ts'
import { externalIds, idsBody } from './external-ids.ts'

const { record } = boundary({
  id: 'r109166',
  name: 'Wien',
  wikidata: 'Q1741',
  iso: 'AT-9',
  inherited: ['iso'],
  codes: { geonames: '2761367', nuts: ['AT13', 'AT130'] },
})

test('every id says where it is from: the object and its tags, or the atlas', () => {
  assert.deepEqual(idsBody(record), {
    osm: { id: 'r109166', source: 'openstreetmap' },
    wikidata: { id: 'Q1741', source: 'openstreetmap' },
    iso: { id: 'AT-9', source: 'atlas' },
    geonames: { id: '2761367', source: 'openstreetmap' },
    nuts: { id: 'AT13', source: 'openstreetmap' },
  })
  assert.deepEqual(
    externalIds(record).flatMap(([system, { id }]) => (system === 'nuts' ? [id] : [])),
    ['AT13', 'AT130'],
  )
})

test('a boundary of the atlas has the ids of the tables that it was made from, and no others', () => {
  const { record: county } = boundary({
    id: 'fips:06037',
    name: 'Los Angeles',
    fips: '06037',
    origin: 'atlas',
  })
  assert.deepEqual(idsBody(county), { fips: { id: '06037', source: 'atlas' } })
})
