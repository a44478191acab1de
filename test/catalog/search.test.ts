import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { CRITERION_NAMES } from '../../src/domain/catalog/ranking.ts'
import type { HintReader } from '../../src/domain/catalog/search-hint.ts'
import type { SearchQuestion } from '../../src/domain/catalog/search-question.ts'
import type { Town } from '../../src/domain/gazetteer/ports.ts'
import { type BoundaryInput, boundary } from '../support/boundary-entries.ts'
import { type TestCatalog, testCatalog } from '../support/test-catalog.ts'
import { PLACES } from './places.ts'

describe('search by name', () => {
  let world: TestCatalog
  before(async () => {
    world = await testCatalog({ imported: PLACES })
  })
  after(() => world.close())

  const find = async (text: string, more: Partial<SearchQuestion> = {}): Promise<readonly string[]> => {
    const question = { text, countries: [], kind: null, adminLevel: null, near: null, limit: 10, ...more }
    return (await world.catalog.search(question)).map(({ record }) => record.id)
  }
  const first = async (text: string, more?: Partial<SearchQuestion>) => (await find(text, more))[0]

  test('the best known place with a name comes first', async () => {
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

  test('parents choose among places of one name, with or without a comma, before or after the name', async () => {
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

  test('a parent without such a place finds nothing', async () => {
    assert.deepEqual(await find('Vaduz, Texas'), [])
  })

  test('whole names rank before prefixes, prefixes before single words', async () => {
    assert.deepEqual(await find('Springfield'), ['r12', 'r11', 'r13', 'r14'])
  })

  test('typing errors are forgiven only when nothing matches as written', async () => {
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

  test('codes find their boundaries, after those with the name', async () => {
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

  test('near places rank first among equals, also across the antimeridian', async () => {
    assert.equal(await first('Springfield', { near: [-89.6, 39.8] }), 'r11')
    assert.equal(await first('Paris', { near: [-95.5, 33.7] }), 'r115345')
    assert.equal(await first('Fiji Town', { near: [-179.9, -16.8] }), 'r1690')
    assert.equal(await first('France', { near: [-95.5, 33.7] }), 'r2202162')
  })

  test('at most the limit is returned, and no text breaks the search', async () => {
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

describe('search by level, code and id', () => {
  const country = (id: string, name: string, iso: string, more: Partial<BoundaryInput> = {}) =>
    boundary({ id, name, iso, country: iso, kind: 'country', adminLevel: 2, ...more })
  const unit = (id: string, name: string, iso: string, more: Partial<BoundaryInput> = {}) =>
    boundary({ id, name, iso, country: iso.slice(0, 2), kind: 'state', adminLevel: 4, ...more })

  const orange = (id: string, population: number, bbox: BoundaryInput['bbox']) =>
    boundary({
      id,
      name: 'Orange County',
      country: 'US',
      kind: 'county',
      adminLevel: 6,
      population,
      bbox,
      searchNames: ['Orange'],
    })

  const us = country('r1', 'United States', 'US', { population: 331e6, searchNames: ['USA'] })
  const turkey = country('r2', 'Türkiye', 'TR', { population: 85e6 })
  const russia = country('r3', 'Россия', 'RU', { population: 144e6, names: { en: 'Russia' } })
  const world = [
    us,
    turkey,
    russia,
    country('r4', 'Mauritius', 'MU', { population: 1.3e6, searchNames: ['MUS'] }),
    country('r5', 'საქართველო', 'GE', {
      names: { en: 'Georgia' },
      population: 3.7e6,
      bbox: [40, 41, 46.7, 43.6],
    }),
    country('r6', 'Hong Kong', 'HK', { adminLevel: 3, population: 7e6 }),
    unit('r7', 'Georgia', 'US-GA', { parents: [us], population: 10.7e6, bbox: [-85.6, 30.3, -80.8, 35] }),
    unit('r8', 'Alaska', 'US-AK', { parents: [us], population: 0.7e6 }),
    unit('r9', 'Uşak', 'TR-64', { kind: 'province', parents: [turkey], population: 0.4e6 }),
    unit('r10', 'Muş', 'TR-49', { kind: 'province', parents: [turkey], population: 0.4e6 }),
    unit('r11', 'Челябинская область', 'RU-CHE', {
      parents: [russia],
      names: { en: 'Chelyabinsk Oblast' },
      population: 3.4e6,
    }),
    boundary({
      id: 'r12',
      name: 'Lyon County',
      country: 'US',
      parents: [us],
      kind: 'county',
      searchNames: ['Lyon'],
    }),
    unit('r13', 'Kansas', 'US-KS', { parents: [us], population: 2.9e6 }),
    country('r14', 'Polska', 'PL', { names: { fr: 'Pologne' }, population: 38e6 }),
    unit('r15', 'Paz', 'US-PZ', { parents: [us] }),
    unit('r16', 'Altstadt', 'DE-XA', { names: { fr: 'Vieille Ville' } }),
    unit('r17', 'Starówka', 'PL-XB', { names: { de: 'Vieille Ville' } }),
    unit('r40', 'Lima', 'PE-LIM', { population: 1e6, bbox: [-76.5, -13, -75.5, -10.5] }),
    unit('r41', 'Lima', 'PE-LMA', { population: 9e5, bbox: [-77.2, -12.5, -76.6, -11.5] }),
    country('r45', 'Montserrat', 'MS', { population: 5_000 }),
    unit('r46', 'Москва', 'RU-MS', { population: 12e6 }),
    unit('r47', 'Virginia', 'US-VX', { population: 8e6, searchNames: ['Va'] }),
    country('r48', 'Città del Vaticano', 'VA', { population: 800 }),
    orange('r42', 29_000, [-72.7, 43.9, -72, 44.2]),
    orange('r43', 3e6, [-118.1, 33.4, -117.4, 33.9]),
    orange('r44', 1.4e6, [-72.6, 41.5, -72.3, 41.9]),
  ]
  const town = (name: string, countryCode: string, population: number): Town => ({
    name,
    countryCode,
    admin1: null,
    admin2: null,
    region: null,
    population,
    position: [0, 0],
    seatOrder: null,
    isSection: false,
  })
  const TOWNS = new Map([
    ['lyon', town('Lyon', 'FR', 500_000)],
    ['cologne', town('Köln', 'DE', 1_000_000)],
    ['kansas city', town('Kansas City', 'US', 500_000)],
    ['la paz', town('La Paz', 'BO', 800_000)],
  ])

  let catalog: TestCatalog
  before(async () => {
    catalog = await testCatalog({
      imported: world,
      towns: { named: (name) => [TOWNS.get(name)].filter((each) => each !== undefined) },
    })
  })
  after(() => catalog.close())

  const search = (text: string, more: Partial<SearchQuestion> = {}) =>
    catalog.catalog.search({
      text,
      countries: [],
      kind: null,
      adminLevel: null,
      near: null,
      limit: 5,
      ...more,
    })
  const shown = async (text: string, more: Partial<SearchQuestion> = {}) =>
    (await search(text, more)).map(({ record, match }) => `${record.id} ${match}`)
  const hint = async (text: string, reader: HintReader = 'operator') =>
    catalog.catalog.hint(
      { text, countries: [], kind: null, adminLevel: null, near: null, isLive: false, reader },
      await search(text),
    )

  test('a level word restricts the kind', async () => {
    assert.deepEqual(await shown('State of Georgia'), ['r7 exact'])
    assert.equal((await shown('Georgia (country)'))[0], 'r5 exact')
    assert.deepEqual(await shown('Oblast of Chelyabinsk'), ['r11 exact'])
    assert.deepEqual(await shown('Kansas City'), [])
  })

  test('near decides between places with one name', async () => {
    assert.deepEqual(await shown('Georgia'), ['r5 exact', 'r7 exact'])
    assert.deepEqual(await shown('Georgia', { near: [-84.39, 33.75] }), ['r7 exact', 'r5 exact'])
  })

  test('near decides first for what contains the point', async () => {
    const [lima, region] = [
      [-77.03, -12.05],
      [-76, -11],
    ] as const
    assert.deepEqual(await shown('Lima', { near: lima }), ['r41 exact', 'r40 exact'])
    assert.deepEqual(await shown('Lima', { near: region }), ['r40 exact', 'r41 exact'])
    assert.deepEqual(await shown('Lima'), ['r40 exact', 'r41 exact'])
  })

  test('inside a boundary its name needs no level word', async () => {
    assert.deepEqual(await shown('Orange'), ['r43 prefix', 'r44 prefix', 'r42 prefix'])
    assert.equal((await shown('Orange', { near: [-72.4, 44] }))[0], 'r42 exact')
    assert.equal((await shown('Ora', { near: [-72.4, 44] }))[0], 'r42 prefix')
  })

  test('each candidate says what decided its place, and without the question nothing', async () => {
    const placings = async (text: string, more: Partial<SearchQuestion> = {}) =>
      (await search(text, { isExplained: true, ...more })).map(({ record, placing }) => [
        record.id,
        placing?.decidedBy,
      ])
    assert.deepEqual(await placings('Lima', { near: [-77.03, -12.05] }), [
      ['r41', null],
      ['r40', 'containment'],
    ])
    assert.deepEqual(await placings('Georgia'), [
      ['r5', null],
      ['r7', 'prominence'],
    ])
    assert.ok((await search('Georgia')).every((each) => !('placing' in each)))
  })

  test("the caller's language decides among equals, and nothing else", async () => {
    assert.deepEqual(await shown('Vieille Ville', { languages: ['fr'] }), ['r16 exact', 'r17 exact'])
    assert.deepEqual(await shown('Vieille Ville', { languages: ['ja', 'de'] }), ['r17 exact', 'r16 exact'])
    assert.equal((await shown('Georgia', { languages: ['en'] }))[0], (await shown('Georgia'))[0])
  })

  test('a code in capitals ranks before names, and codes have no accents', async () => {
    assert.equal((await shown('MUS'))[0], 'r4 exact')
    assert.deepEqual(await shown('Muş'), ['r10 exact'])
    assert.deepEqual(await shown('Uşak'), ['r9 exact'])
    assert.deepEqual(await shown('usak'), ['r9 exact', 'r8 words'])
  })

  test("a country's code in small letters is the same unless a name competes", async () => {
    assert.equal((await shown('ms'))[0], 'r45 exact', 'not Moskva, MS')
    assert.equal((await shown('MS'))[0], 'r45 exact')
    assert.deepEqual((await shown('va')).slice(0, 2), ['r47 exact', 'r48 exact'], 'Va is a name')
    assert.equal((await shown('VA'))[0], 'r48 exact')
  })

  test('every form of a code and an id finds its boundary', async () => {
    for (const text of [
      'US',
      'usa',
      '840',
      'iso:US',
      'r1',
      'relation/1',
      '🇺🇸',
      'https://www.openstreetmap.org/relation/1',
    ])
      assert.equal((await shown(text))[0], 'r1 exact', text)
    for (const text of ['US-AK', 'us-ak', 'AK', 'iso:US-AK'])
      assert.equal((await shown(text))[0], 'r8 exact', text)
    for (const text of ['US GA', 'USGA', 'us ga']) assert.equal((await shown(text))[0], 'r7 exact', text)
    assert.equal((await shown('Usga'))[0], 'r7 words', 'it may be a word')
  })

  test('a filter applies to codes and additional names too', async () => {
    assert.deepEqual(await shown('840', { countries: ['TR'] }), [])
    assert.deepEqual(await shown('r1', { kind: 'state' }), [])
  })

  test('every country has level 2, whatever its source says', async () => {
    assert.deepEqual(await shown('Hong Kong', { adminLevel: 2 }), ['r6 exact'])
    assert.deepEqual(await shown('hong k', { adminLevel: 2 }), ['r6 prefix'])
    assert.deepEqual(await shown('Alaska', { adminLevel: 2 }), [])
  })

  test('the beginning of a longer name is not a whole name', async () => {
    assert.deepEqual(await shown('Lyon'), ['r12 prefix'])
    assert.match(
      String(await hint('Lyon')),
      /^Lyon is a city in France, at latitude 0, longitude 0; it lies in Lyon County \(r12\), which has the same name\./,
    )
  })

  test('a town without a polygon is named in the hint', async () => {
    assert.deepEqual(await shown('Cologne'), [])
    assert.match(String(await hint('Cologne')), /^Köln is a city in Germany/)
    assert.deepEqual(await shown('La Paz'), [])
  })

  test('a similar name has the same first letter, and at most one letter in five differs', async () => {
    assert.deepEqual(await shown('Kologne'), [])
    assert.deepEqual(await shown('Alazka'), ['r8 fuzzy'])
    assert.deepEqual(await shown('Olaska'), [])
    assert.deepEqual(await shown('Alazca'), [])
  })

  test('a whole-name match gives no hint, anything else does', async () => {
    assert.equal(await hint('Alaska'), null)
    assert.match(String(await hint('r999')), /^r999 is not in this catalog\..*metes import/)
    for (const text of ['r999', 'Nowhere at all', 'Q999999']) {
      const told = String(await hint(text, 'caller'))
      assert.match(told, /The operator of this service can add what is missing/, text)
      assert.doesNotMatch(told, /metes |METES_/, text)
    }
    assert.match(String(await hint('n5')), /Node 5 has no area/)
    assert.match(String(await hint('Qwrtzuiop')), /^No boundary in this catalog has this name\./)
  })
})

test('the written order of candidates is the one that the ranking follows', async () => {
  const page = await readFile(new URL('../../docs/decisions/0021-search-by-name.md', import.meta.url), 'utf8')
  const written = [...page.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name)
  assert.deepEqual(written, CRITERION_NAMES)
})
