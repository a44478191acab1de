import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SearchQuestion } from '../../src/domain/catalog/search.ts'
import { type BoundaryInput, boundary } from '../support/boundary-entries.ts'
import { type TestCatalog, testCatalog } from '../support/test-catalog.ts'

const country = (id: string, name: string, iso: string, more: Partial<BoundaryInput> = {}) =>
  boundary({ id, name, iso, country: iso, kind: 'country', adminLevel: 2, ...more })
const state = (id: string, name: string, iso: string, more: Partial<BoundaryInput> = {}) =>
  boundary({ id, name, iso, country: iso.slice(0, 2), kind: 'state', adminLevel: 4, ...more })

const us = country('r148838', 'United States', 'US', {
  searchNames: ['USA', 'United States of America'],
  population: 331e6,
})
const texas = state('r114690', 'Texas', 'US-TX', {
  parents: [us],
  population: 29e6,
  names: { ru: 'Техас', ar: 'تكساس' },
})
const illinois = state('r122586', 'Illinois', 'US-IL', { parents: [us], population: 12e6 })
const newYork = state('r61320', 'New York', 'US-NY', { parents: [us], population: 19e6 })
const france = country('r2202162', 'France', 'FR', {
  population: 67e6,
  names: { en: 'France', ja: 'フランス' },
})
const liechtenstein = country('r1155955', 'Liechtenstein', 'LI', { population: 38_000 })
const germany = country('r51477', 'Deutschland', 'DE', {
  population: 83e6,
  names: { en: 'Germany', fr: 'Allemagne' },
})
const luxembourg = country('r2171347', 'Lëtzebuerg', 'LU', {
  names: { de: 'Luxemburg', en: 'Luxembourg' },
  population: 630_000,
  bbox: [5.7, 49.4, 6.5, 50.2],
})
const japan = country('r382313', '日本', 'JP', { population: 126e6, names: { en: 'Japan' } })
const tokyo = boundary({
  id: 'r1543125',
  name: '東京都',
  kind: 'province',
  adminLevel: 4,
  country: 'JP',
  names: { en: 'Tokyo' },
  parents: [japan],
  population: 13.9e6,
})

const springfield = (id: string, within: typeof us, population: number, bbox: BoundaryInput['bbox']) =>
  boundary({ id, name: 'Springfield', country: 'US', parents: [us, within], population, bbox })

const WORLD = [
  us,
  texas,
  illinois,
  newYork,
  france,
  liechtenstein,
  germany,
  luxembourg,
  japan,
  tokyo,
  boundary({
    id: 'r7444',
    name: 'Paris',
    country: 'FR',
    parents: [france],
    population: 2_165_423,
    bbox: [2.2, 48.8, 2.5, 48.9],
    names: { ru: 'Париж', ar: 'باريس', zh: '巴黎' },
  }),
  boundary({
    id: 'r71525',
    name: 'Paris',
    country: 'FR',
    parents: [france],
    population: 2_165_423,
    bbox: [2.2, 48.8, 2.5, 48.9],
    kind: 'county',
    adminLevel: 6,
  }),
  boundary({
    id: 'r115345',
    name: 'Paris',
    country: 'US',
    parents: [us, texas],
    population: 25_171,
    bbox: [-95.7, 33.6, -95.4, 33.8],
  }),
  boundary({
    id: 'r126166',
    name: 'Paris',
    country: 'US',
    parents: [us, illinois],
    population: 8_291,
    bbox: [-87.8, 39.5, -87.6, 39.7],
  }),
  boundary({ id: 'r1155956', name: 'Vaduz', country: 'LI', parents: [liechtenstein], population: 5_700 }),
  boundary({
    id: 'r62422',
    name: 'Berlin',
    iso: 'DE-BE',
    country: 'DE',
    parents: [germany],
    kind: 'state',
    alsoKinds: ['city'],
    adminLevel: 4,
    population: 3.6e6,
    bbox: [13, 52.3, 13.8, 52.7],
  }),
  boundary({ id: 'r3', name: 'Berlin', country: 'US', parents: [us], population: 10_000 }),
  boundary({
    id: 'r175905',
    name: 'New York',
    country: 'US',
    parents: [us, newYork],
    population: 8.4e6,
    adminLevel: 5,
    searchNames: ['New York City', 'NYC'],
    bbox: [-74.3, 40.5, -73.7, 40.9],
  }),
  boundary({
    id: 'r407489',
    name: 'Luxembourg',
    country: 'LU',
    parents: [luxembourg],
    population: 120_000,
    bbox: [6, 49.5, 6.2, 49.7],
  }),
  boundary({
    id: 'r1803',
    name: 'Lake County',
    kind: 'county',
    adminLevel: 6,
    country: 'US',
    parents: [us, illinois],
    population: 700_000,
  }),
  boundary({
    id: 'r1804',
    name: 'Lake County',
    kind: 'county',
    adminLevel: 6,
    country: 'US',
    parents: [us],
    population: 300_000,
  }),
  boundary({ id: 'r1687', name: 'St. Louis', country: 'US', parents: [us], population: 300_000 }),
  boundary({ id: 'r1688', name: "Xi'an", country: 'CN', population: 12e6, names: { zh: '西安市' } }),
  boundary({
    id: 'r1689',
    name: '港区',
    kind: 'ward',
    adminLevel: 7,
    country: 'JP',
    parents: [japan, tokyo],
    population: 260_000,
  }),
  boundary({
    id: 'r1690',
    name: 'Fiji Town',
    country: 'FJ',
    bbox: [179.5, -17, 179.9, -16.5],
    population: 100,
  }),
  boundary({ id: 'r1691', name: 'Fiji Town', country: 'FJ', bbox: [170, -17, 171, -16.5], population: 100 }),
  springfield('r11', illinois, 114_000, [-89.8, 39.7, -89.5, 39.9]),
  springfield('r12', us, 169_000, [-93.4, 37.1, -93.2, 37.3]),
  boundary({ id: 'r13', name: 'Springfield Township', country: 'US', parents: [us], population: 500_000 }),
  boundary({ id: 'r14', name: 'West Springfield', country: 'US', parents: [us], population: 900_000 }),
]

describe('search by name', () => {
  let world: TestCatalog
  before(async () => {
    world = await testCatalog({ imported: WORLD })
  })
  after(() => world.close())

  const find = async (text: string, more: Partial<SearchQuestion> = {}): Promise<readonly string[]> => {
    const question = { text, countries: [], kind: null, adminLevel: null, near: null, limit: 10, ...more }
    return (await world.catalog.search(question)).map(({ record }) => record.id)
  }
  const first = async (text: string, more?: Partial<SearchQuestion>) => (await find(text, more))[0]

  test('the best known place of a name comes first', async () => {
    assert.equal(await first('Paris'), 'r71525')
    assert.equal(await first('Berlin'), 'r62422')
    assert.equal(await first('luxembourg'), 'r2171347')
    assert.deepEqual((await find('New York')).slice(0, 2), ['r61320', 'r175905'])
  })

  test('a name is found in every language and script, and the answer says which name matched', async () => {
    for (const [text, id] of [
      ['Allemagne', 'r51477'],
      ['ГЕРМАНИЯ', undefined],
      ['париж', 'r7444'],
      ['باريس', 'r7444'],
      ['巴黎', 'r7444'],
      ['تكساس', 'r114690'],
      ['フランス', 'r2202162'],
      ['東京都', 'r1543125'],
      ['東京', 'r1543125'],
      ['西安', 'r1688'],
      ['LUXEMBURG', 'r2171347'],
    ] as const) {
      assert.equal(await first(text), id, text)
    }
    const [{ matchedName }] = await world.catalog.search({
      text: 'alemagne',
      countries: [],
      kind: null,
      adminLevel: null,
      near: null,
      limit: 1,
    })
    assert.equal(matchedName, 'Allemagne')
  })

  test('parents tell which one is meant, behind a comma or without one, before or behind', async () => {
    for (const text of [
      'Paris, Texas',
      'paris texas',
      'Texas Paris',
      'Paris, TX',
      'Paris TX',
      'Paris, Texas, USA',
      'Paris, TX, US',
      'Texas, Paris',
      'Парис, Техас'.replace('Парис', 'Paris'),
    ]) {
      assert.deepEqual(await find(text), ['r115345'], text)
    }
    assert.deepEqual(await find('Paris, Illinois'), ['r126166'])
    assert.deepEqual(await find('Lake County, Illinois'), ['r1803'])
    assert.deepEqual(await find('Vaduz Liechtenstein'), ['r1155956'])
    assert.deepEqual(await find('Vaduz, LI'), ['r1155956'])
    assert.deepEqual(await find('Luxembourg, Luxembourg'), ['r407489'])
    assert.deepEqual(await find('New York, New York'), ['r175905'])
    assert.deepEqual(await find('new york new york'), ['r175905'])
    assert.deepEqual(await find('東京都港区'), ['r1689'])
  })

  test('a parent that no such place has finds nothing', async () => {
    assert.deepEqual(await find('Vaduz, Texas'), [])
  })

  test('whole names go before beginnings, beginnings before single words', async () => {
    assert.deepEqual(await find('Springfield'), ['r12', 'r11', 'r13', 'r14'])
  })

  test('typing errors are forgiven only when nothing matches as it is written', async () => {
    assert.deepEqual(await find('Liechtenstien'), ['r1155955'])
    assert.deepEqual(await find('Springfeild, Ilinois'), ['r11'])
    assert.equal(await first('Vadus Liechtenstein'), 'r1155956')
    assert.equal(await first('Germny'), 'r51477')
    assert.deepEqual(await find('Barlin'), ['r62422', 'r3'])
    assert.deepEqual(await find('Qwrtzuiop'), [])
    assert.ok(!(await find('Paris')).includes('r62422'))
  })

  test('spaces, signs and abbreviations do not matter', async () => {
    for (const [text, id] of [
      ['newyork', 'r61320'],
      ['Xian', 'r1688'],
      ['xi an', 'r1688'],
      ['Saint Louis', 'r1687'],
      ['st louis', 'r1687'],
      ['  PARIS ', 'r71525'],
      ['nyc', 'r175905'],
    ] as const) {
      assert.equal(await first(text), id, text)
    }
  })

  test('codes find their boundaries, behind those with the name', async () => {
    assert.equal(await first('US-TX'), 'r114690')
    assert.equal(await first('TX'), 'r114690')
    assert.equal(await first('LI'), 'r1155955')
  })

  test('a city-state is found as a state and as a city', async () => {
    assert.deepEqual(await find('Berlin', { kind: 'city' }), ['r62422', 'r3'])
    assert.deepEqual(await find('Berlin', { kind: 'state' }), ['r62422'])
  })

  test('the same land under the same name at two levels is one candidate; a filter still finds each', async () => {
    assert.deepEqual(await find('Paris'), ['r71525', 'r115345', 'r126166'])
    assert.deepEqual(await find('Paris', { adminLevel: 8, countries: ['FR'] }), ['r7444'])
  })

  test('country, kind and level narrow the search', async () => {
    assert.deepEqual(await find('Paris', { countries: ['US'] }), ['r115345', 'r126166'])
    assert.deepEqual(await find('Paris', { countries: ['US', 'FR'], adminLevel: 6 }), ['r71525'])
    assert.deepEqual(await find('Paris', { countries: ['DE'] }), [])
  })

  test('what is near goes first among equals, also across the antimeridian', async () => {
    assert.equal(await first('Springfield', { near: [-89.6, 39.8] }), 'r11')
    assert.equal(await first('Paris', { near: [-95.5, 33.7] }), 'r115345')
    assert.equal(await first('Fiji Town', { near: [-179.9, -16.8] }), 'r1690')
    assert.equal(await first('France', { near: [-95.5, 33.7] }), 'r2202162')
  })

  test('no more than the limit, and no text breaks it', async () => {
    assert.equal((await find('Springfield', { limit: 2 })).length, 2)
    for (const text of [
      '',
      ' ',
      ',',
      ',,,',
      "'",
      '"',
      '*',
      'AND OR NOT',
      '%_',
      '(',
      '\\',
      'ß',
      '\u0000',
      '🏔',
      'a'.repeat(200),
      'a '.repeat(100),
      'ab, '.repeat(50),
    ]) {
      assert.ok(Array.isArray(await find(text)), text)
    }
  })
})
