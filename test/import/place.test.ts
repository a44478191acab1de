/** Where imported boundaries lie, their names, and the boundaries of lower sources that they replace. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { listedSource } from '../support/listed-source.ts'

let world: ImportWorld
beforeEach(async () => {
  world = await openImportWorld()
})
afterEach(() => world.close())

const ways = [
  { id: 1, corners: boxCorners(0, 0, 10, 10) },
  { id: 2, corners: boxCorners(0, 0, 5, 10) },
  { id: 3, corners: boxCorners(1, 1, 2, 2) },
  { id: 4, corners: boxCorners(1.1, 1.1, 1.5, 1.5) },
]
const COUNTRY = boundary(100, 'Land', 2, [1], { 'ISO3166-1': 'XA', wikidata: 'Q100' })
const STATE = boundary(101, 'Westland', 4, [2], { 'ISO3166-2': 'XA-W' })
const TOWN = boundary(102, 'Town', 8, [3])
const POSTCODE = {
  id: 103,
  members: [['w', 4, 'outer'] as const],
  tags: { type: 'boundary', boundary: 'postal_code', ref: '12345' },
}

const parentsOf = async (id: string) => (await world.record(id))?.parents.map((parent) => parent.id)

test('a whole country: parents, country, codes and coverage come from the file', async () => {
  const report = await world.importMap(drawMap({ ways, relations: [COUNTRY, STATE, TOWN, POSTCODE] }), {
    bbox: [-1, -1, 11, 11],
  })
  assert.deepEqual(report.coveredCountries, ['XA'])
  assert.deepEqual(report.levels, [
    { adminLevel: 2, boundaries: 1 },
    { adminLevel: 4, boundaries: 1 },
    { adminLevel: 8, boundaries: 1 },
    { adminLevel: null, boundaries: 1 },
  ])
  assert.deepEqual(await parentsOf('r102'), ['r100', 'r101'])
  assert.deepEqual(await parentsOf('r103'), ['r100', 'r101', 'r102'])
  const country = await world.record('r100')
  const { centroid, areaKm2, vertices, fips, names, population, alsoKinds, ...rest } = country!
  assert.deepEqual(rest, {
    id: 'r100',
    name: 'Land',
    kind: 'country',
    adminLevel: 2,
    origin: 'extract',
    country: 'XA',
    iso: 'XA',
    wikidata: 'Q100',
    parents: [],
    bbox: [0, 0, 10, 10],
    source: {
      url: 'https://www.openstreetmap.org/relation/100',
      version: null,
      timestamp: null,
      fetchedAt: '2024-05-06T07:08:09Z',
      stale: false,
    },
  })
  assert.deepEqual([(await world.record('r101'))?.country, (await world.record('r101'))?.iso], ['XA', 'XA-W'])
  const postcode = await world.record('r103')
  assert.deepEqual(
    [postcode?.name, postcode?.kind, postcode?.adminLevel, postcode?.country],
    ['12345', 'postal_code', null, 'XA'],
  )
})

test('a commune that is the whole country has it as its parent', async () => {
  const commune = boundary(104, 'Land', 8, [1])
  const ward = boundary(105, 'Ward', 10, [2])
  await world.importMap(drawMap({ ways, relations: [COUNTRY, commune, ward] }))
  assert.deepEqual(await parentsOf('r104'), ['r100'])
  assert.deepEqual(await parentsOf('r105'), ['r100', 'r104'])
  assert.equal((await world.record('r104'))?.country, 'XA')
})

test('a country with a complete border in a file cut around one town is not covered', async () => {
  const report = await world.importMap(drawMap({ ways, relations: [COUNTRY, TOWN] }), {
    bbox: [0.5, 0.5, 2.5, 2.5],
  })
  assert.deepEqual(report.coveredCountries, [])
})

test('without a box in the file, a country is covered when its subdivisions are there', async () => {
  const east = { id: 5, corners: boxCorners(5, 0, 10, 10) }
  const whole = drawMap({
    ways: [...ways, east],
    relations: [COUNTRY, STATE, boundary(104, 'Eastland', 4, [5])],
  })
  assert.deepEqual((await world.importMap(whole)).coveredCountries, ['XA'])
  const town = drawMap({ ways, relations: [COUNTRY, TOWN] })
  assert.deepEqual((await world.importMap(town)).coveredCountries, [])
})

test('the nearest own ISO 3166-1 code is the country: Puerto Rico is PR, as are its municipalities', async () => {
  await world.importMap(
    drawMap({
      ways,
      relations: [
        COUNTRY,
        boundary(101, 'Island', 4, [2], { 'ISO3166-1': 'XB', 'ISO3166-2': 'XA-XB' }),
        TOWN,
      ],
    }),
  )
  const island = await world.record('r101')
  assert.deepEqual([island?.country, island?.kind, island?.iso], ['XB', 'country', 'XB'])
  assert.equal((await world.record('r102'))?.country, 'XB')
  const byOtherCode = await world.store.find({ by: 'iso', code: 'XA-XB' })
  assert.deepEqual(
    byOtherCode.map(({ id }) => id),
    ['r101'],
  )
})

const ATLAS = listedSource([
  {
    id: 'r100',
    name: 'Land',
    kind: 'country',
    adminLevel: 2,
    country: 'XA',
    iso: 'XA',
    box: [0, 0, 10.01, 10],
  },
  {
    id: 'r900',
    name: 'Neighbour',
    kind: 'country',
    adminLevel: 2,
    country: 'XN',
    iso: 'XN',
    box: [-20, 0, 0, 10],
  },
  { id: 'iso:XA-W', name: 'Westland', country: 'XA', iso: 'XA-W', box: [0, 0, 5.02, 10] },
  { id: 'iso:XA-E', name: 'Eastland', country: 'XA', iso: 'XA-E', box: [5.02, 0, 10, 10] },
])

test('a city extract has its country and state from the atlas', async () => {
  await world.importMap(drawMap({ ways, relations: [TOWN, POSTCODE] }), {}, [ATLAS])
  assert.deepEqual(await parentsOf('r102'), ['r100', 'iso:XA-W'])
  assert.deepEqual(await parentsOf('r103'), ['r100', 'iso:XA-W', 'r102'])
  assert.equal((await world.record('r102'))?.country, 'XA')
  assert.equal((await world.record('r103'))?.country, 'XA')
})

test('earlier imports take precedence over the atlas', async () => {
  await world.importMap(drawMap({ ways, relations: [COUNTRY, STATE] }), {}, [ATLAS])
  await world.importMap(drawMap({ ways, relations: [TOWN] }), {}, [ATLAS])
  assert.deepEqual(await parentsOf('r102'), ['r100', 'r101'])
})

test('counterparts are recognised by id, by code, by Wikidata, and by name, level and land', async () => {
  const eastland = { id: 6, corners: boxCorners(5.1, 0, 10, 10) }
  const relations = [COUNTRY, STATE, boundary(105, 'EASTLAND', 4, [6])]
  await world.importMap(drawMap({ ways: [...ways, eastland], relations }), {}, [ATLAS])
  const { superseded } = await world.store.overrides()
  assert.deepEqual(Object.fromEntries(superseded), { r100: 'r100', 'iso:XA-W': 'r101', 'iso:XA-E': 'r105' })
})

test('a namesake with little common land, of another level or country, is not a counterpart', async () => {
  const small = { id: 7, corners: boxCorners(6, 1, 8, 3) }
  const relations = [COUNTRY, boundary(106, 'Eastland', 4, [7]), boundary(107, 'Neighbour', 8, [3])]
  await world.importMap(drawMap({ ways: [...ways, small], relations }), {}, [ATLAS])
  assert.deepEqual(Object.fromEntries((await world.store.overrides()).superseded), { r100: 'r100' })
})

test('of two boundaries with one Wikidata entity the higher one replaces the counterpart', async () => {
  const atlas = listedSource([
    { id: 'wikidata:Q90', name: 'Paris', adminLevel: 6, wikidata: 'Q90', country: 'XA', box: [1, 1, 2, 2] },
  ])
  const relations = [
    boundary(108, 'Paris (commune)', 8, [3], { wikidata: 'Q90' }),
    boundary(109, 'Paris', 6, [3], { wikidata: 'Q90' }),
  ]
  await world.importMap(drawMap({ ways, relations }), {}, [atlas])
  assert.deepEqual(Object.fromEntries((await world.store.overrides()).superseded), { 'wikidata:Q90': 'r109' })
})

test('names, codes and population come from the relation, or from its label where the relation lacks them', async () => {
  const label = {
    id: 5_000,
    lon: 1.2,
    lat: 1.2,
    tags: {
      place: 'city',
      population: '1.5 million',
      'name:de': 'Stadt',
      'name:fr': 'Ville',
      wikidata: 'Q1',
    },
  }
  const relation = {
    ...boundary(102, 'Town', 8, [3], {
      'name:de': 'Städtchen',
      'name:zh-Hant': '鎮',
      'name:prefix': 'Market town of',
      'name:left': 'Leftover',
      alt_name: 'Old Town;Borough',
      'official_name:fr': 'Commune de Ville',
      short_name: 'Tn',
      ref: 'T-1',
      'source:name': 'a survey',
    }),
    members: [
      ['w', 3, 'outer'] as const,
      ['n', 5_000, 'label'] as const,
      ['n', 5_001, 'admin_centre'] as const,
    ],
  }
  const centre = {
    id: 5_001,
    lon: 1.3,
    lat: 1.3,
    tags: { place: 'village', population: '7', 'name:it': 'Centro' },
  }
  await world.importMap(drawMap({ ways, relations: [relation], nodes: [label, centre] }))
  const town = await world.record('r102')
  assert.deepEqual(town?.names, { de: 'Städtchen', fr: 'Ville', 'zh-Hant': '鎮' })
  assert.equal(town?.population, 1_500_000)
  assert.equal(town?.wikidata, null)
  const find = async (spelling: string) =>
    world.store.search({
      match: { by: 'name', spellings: [spelling] },
      countries: [],
      kind: null,
      adminLevel: null,
      within: null,
      limit: 5,
    })
  for (const name of ['town', 'stadtchen', '鎮', 'old town', 'borough', 'commune de ville', 'tn', 't 1']) {
    assert.deepEqual(
      (await find(name)).map(({ record }) => record.id),
      ['r102'],
      name,
    )
  }
  for (const name of ['leftover', 'market town of', 'a survey', 'centro'])
    assert.deepEqual(await find(name), [], name)
})

test('a country across the antimeridian has a narrow box and contains its parts on either side', async () => {
  const halves = [
    { id: 40, corners: boxCorners(177, -20, 180, -12) },
    { id: 41, corners: boxCorners(-180, -20, -178, -12) },
    { id: 42, corners: boxCorners(-179.5, -19, -179, -18) },
  ]
  const relations = [boundary(110, 'Fiji', 2, [40, 41], { 'ISO3166-1': 'FJ' }), boundary(111, 'Lau', 4, [42])]
  await world.importMap(drawMap({ ways: halves, relations }))
  assert.deepEqual((await world.record('r110'))?.bbox, [177, -20, -178, -12])
  assert.deepEqual(await parentsOf('r111'), ['r110'])
})

test('where the country is cut off, its districts keep it, its code and their state from the atlas', async () => {
  const cut = boundary(100, 'Land', 2, [1, 999], { 'ISO3166-1': 'XA' })
  const report = await world.importMap(drawMap({ ways, relations: [cut, TOWN] }), {}, [ATLAS])
  assert.deepEqual(
    report.skipped.map(({ id, isCut }) => [id, isCut]),
    [['r100', true]],
  )
  assert.deepEqual(
    [await parentsOf('r102'), (await world.record('r102'))?.country],
    [['r100', 'iso:XA-W'], 'XA'],
  )
})

describe('islands of a country that is incomplete in the file', () => {
  /** Two island countries as an atlas draws them: only their land. */
  const ISLANDS = listedSource([
    {
      id: 'r1',
      name: 'Islands',
      kind: 'country',
      adminLevel: 2,
      country: 'XI',
      iso: 'XI',
      box: [20.4, 20.4, 20.6, 20.6],
    },
    { id: 'iso:XI-N', name: 'North', country: 'XI', iso: 'XI-N', box: [20.4, 20.45, 20.6, 20.6] },
    {
      id: 'r2',
      name: 'Others',
      kind: 'country',
      adminLevel: 2,
      country: 'XO',
      iso: 'XO',
      box: [21.95, 20, 22.05, 20.1],
    },
    {
      id: 'r3',
      name: 'Far',
      kind: 'country',
      adminLevel: 2,
      country: 'XF',
      iso: 'XF',
      box: [40, 40, 41, 41],
    },
  ])
  const sea = (id: number, ...box: [number, number, number, number]) => ({ id, corners: boxCorners(...box) })
  const importDistrict = (way: ReturnType<typeof sea>) =>
    world.importMap(drawMap({ ways: [way], relations: [boundary(200, 'District', 8, [way.id])] }), {}, [
      ISLANDS,
    ])

  test('a district that is mostly sea belongs to the country with its land', async () => {
    await importDistrict(sea(1, 20, 20, 22, 22))
    assert.deepEqual(
      [await parentsOf('r200'), (await world.record('r200'))?.country],
      [['r1', 'iso:XI-N'], 'XI'],
    )
  })

  test('a district in the south of the country does not lie in the north', async () => {
    await importDistrict(sea(2, 20, 20, 22, 20.5))
    assert.deepEqual(await parentsOf('r200'), ['r1'])
  })

  test('a district that is all sea has no country', async () => {
    await importDistrict(sea(3, 24, 24, 25, 25))
    const district = await world.record('r200')
    assert.deepEqual([district?.country, district?.parents], [null, []])
  })
})

test('a commune that the atlas draws coarsely is recognised by its name and level', async () => {
  const atlas = listedSource([
    {
      id: 'iso:XA-1',
      name: 'Town',
      adminLevel: 8,
      country: 'XA',
      datasets: ['natural_earth'],
      box: [1.05, 1, 2.05, 2],
    },
    { id: 'iso:XA-2', name: 'Town', adminLevel: 8, country: 'XA', box: [4, 4, 5, 5] },
  ])
  await world.importMap(drawMap({ ways, relations: [COUNTRY, TOWN] }), {}, [atlas])
  assert.deepEqual(Object.fromEntries((await world.store.overrides()).superseded), { 'iso:XA-1': 'r102' })
})
