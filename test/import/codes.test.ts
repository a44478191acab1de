/** Codes of other systems in the tags of imported boundaries: which of them are taken, and which boundary a code leads to. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { canonicalId, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { findReference } from '../../src/domain/catalog/find.ts'
import { Layers } from '../../src/domain/catalog/layers.ts'
import type { BoundarySource } from '../../src/domain/catalog/ports.ts'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { listedSource } from '../support/listed-source.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await openImportWorld()
})
afterEach(() => world.close())

const WAYS = [
  { id: 1, corners: boxCorners(0, 0, 10, 10) },
  { id: 2, corners: boxCorners(0, 0, 5, 10) },
  { id: 3, corners: boxCorners(1, 1, 2, 2) },
  { id: 4, corners: boxCorners(6, 1, 9, 9) },
]

const codesOf = async (id: string) => {
  const { fips, codes } = (await world.record(id))!
  return { fips, ...codes }
}

/** What an id leads to: the boundary, or those among which nothing decides. */
const leadsTo = async (id: string, lower: readonly BoundarySource[] = []) => {
  const reference = parseBoundaryReference(id)
  assert.ok(!('problem' in reference))
  assert.equal(canonicalId(reference), id)
  const answer = await findReference(await new Layers([world.store, ...lower]).view(), reference)
  return answer.found ? answer.record.id : (answer.carriers ?? []).map(({ id }) => id)
}

test('NUTS codes are those of the country around, the largest region first', async () => {
  const relations = [
    boundary(100, 'Ελλάδα', 2, [1], { 'ISO3166-1': 'GR', 'ref:nuts': 'EL', 'geonames:id': '390903' }),
    boundary(101, 'West', 4, [2], { 'ref:nuts': 'EL30;EL303', 'ref:nuts:2': 'el30', 'ref:NUTS': 'DE21' }),
    boundary(102, 'Town', 8, [3], { 'ref:nuts:3': 'not yet', 'geonames:id': 'https://geonames.org' }),
  ]
  await world.importMap(drawMap({ ways: WAYS, relations }))
  assert.deepEqual(await codesOf('r100'), { fips: null, geonames: '390903' })
  assert.deepEqual(await codesOf('r101'), { fips: null, nuts: ['EL30', 'EL303'] })
  assert.deepEqual(await codesOf('r102'), { fips: null })
  assert.equal(await leadsTo('nuts:EL303'), 'r101')
  assert.equal(await leadsTo('geonames:390903'), 'r100')
  assert.deepEqual(await leadsTo('nuts:DE21'), [])
})

const AMERICA = [
  boundary(200, 'United States', 2, [1], { 'ISO3166-1': 'US' }),
  boundary(201, 'Westland', 4, [2], { 'ISO3166-2': 'US-WL' }),
]

test('FIPS codes are those of American counties, with the first zero', async () => {
  const relations = [...AMERICA, boundary(202, 'Low County', 6, [3], { 'nist:fips_code': '6037' })]
  await world.importMap(drawMap({ ways: WAYS, relations }))
  assert.deepEqual(await codesOf('r202'), { fips: '06037' })
  assert.equal(await leadsTo('fips:06037'), 'r202')
})

test('elsewhere the tag is no FIPS code', async () => {
  const relations = [
    boundary(100, 'Land', 2, [1], { 'ISO3166-1': 'XA' }),
    boundary(101, 'County', 6, [2], { 'nist:fips_code': '06037' }),
  ]
  await world.importMap(drawMap({ ways: WAYS, relations }))
  assert.deepEqual(await codesOf('r101'), { fips: null })
  assert.deepEqual(await leadsTo('fips:06037'), [])
})

const ATLAS = listedSource([
  {
    id: 'r200',
    name: 'United States',
    kind: 'country',
    adminLevel: 2,
    country: 'US',
    iso: 'US',
    box: [0, 0, 10, 10],
  },
  {
    id: 'fips:06037',
    name: 'High County',
    kind: 'county',
    adminLevel: 6,
    country: 'US',
    fips: '06037',
    box: [6, 1, 9, 9],
  },
])

test('an object with the code of a known county takes it only in its place', async () => {
  const stranger = boundary(301, 'Some Place', 8, [3], { 'nist:fips_code': '06037' })
  await world.importMap(drawMap({ ways: WAYS, relations: [stranger] }), {}, [ATLAS])
  assert.deepEqual(await codesOf('r301'), { fips: null })
  assert.equal(await leadsTo('fips:06037', [ATLAS]), 'fips:06037')

  const county = boundary(302, 'High County', 6, [4], { 'nist:fips_code': '6039' })
  await world.importMap(drawMap({ ways: WAYS, relations: [county] }), {}, [ATLAS])
  assert.equal(await leadsTo('fips:06037', [ATLAS]), 'r302')
  assert.deepEqual((await world.record('r302'))?.inherited, ['fips'])
})

test('a region keeps its code although what is in it has the tag, too', async () => {
  const relations = [
    boundary(100, 'Land', 2, [1], { 'ISO3166-1': 'DE' }),
    boundary(101, 'Region', 5, [2], { 'ref:nuts': 'DE21' }),
    boundary(102, 'Town', 8, [3], { 'ref:nuts': 'DE21' }),
  ]
  await world.importMap(drawMap({ ways: WAYS, relations }))
  assert.equal(await leadsTo('nuts:DE21'), 'r101')
})

test('a code of boundaries in different places leads to none of them', async () => {
  const relations = [
    boundary(100, 'Land', 2, [1], { 'ISO3166-1': 'DE' }),
    boundary(101, 'Here', 8, [3], { 'ref:nuts': 'DE21', 'geonames:id': '7' }),
    boundary(102, 'There', 8, [4], { 'ref:nuts': 'DE21', 'geonames:id': '7' }),
  ]
  await world.importMap(drawMap({ ways: WAYS, relations }))
  assert.deepEqual(new Set(await leadsTo('nuts:DE21')), new Set(['r101', 'r102']))
  assert.deepEqual(new Set(await leadsTo('geonames:7')), new Set(['r101', 'r102']))
})
