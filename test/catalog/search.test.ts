import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { SearchQuestion } from '../../src/domain/catalog/search.ts'
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
