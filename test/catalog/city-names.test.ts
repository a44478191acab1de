/** What the names of cities find: the city, or what is called so too, with a hint of the city. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isCity } from '../../src/domain/catalog/city-names.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { foldedNames } from '../../src/domain/catalog/folded-name-cache.ts'
import { readAllTowns } from '../support/all-towns.ts'
import { suiteAreaWorld } from '../support/area-world.ts'
import { NAME_WORDS } from '../support/name-words.ts'

describe('names of cities', () => {
  const world = suiteAreaWorld()
  const ask = async (text: string, languages: readonly string[] = []) => {
    const question = { text, countries: [], kind: null, adminLevel: null, near: null, limit: 10, languages }
    const found = await world.catalog.search(question)
    return {
      exact: found.filter(({ match }) => match === 'exact').map(({ record }) => record),
      hint: await world.catalog.hint({ ...question, isLive: false, reader: 'caller' }, found),
    }
  }
  const exactly = async (text: string, languages: readonly string[] = []) =>
    (await ask(text, languages)).exact.map(({ iso }) => iso)

  test('the 200 largest cities find nothing in or beside them, and each without a polygon is told', async () => {
    const cities = readAllTowns()
      .filter(({ isSection }) => !isSection)
      .sort((a, b) => b.population - a.population)
      .slice(0, 200)
    const wrong: string[] = []
    for (const { name, position } of cities) {
      const { exact, hint } = await ask(name)
      const around = new Set((await world.catalog.reverse(position)).map(({ id }) => id))
      const isDrawn = exact.some(
        (record) => around.has(record.id) && (record.kind === 'country' || isCity(record, NAME_WORDS)),
      )
      if (!isDrawn && hint === null) wrong.push(`${name}: no hint`)
      // "La Paz" is a department of Honduras as well.
      const isCalledSo = (names: ReadonlySet<string>) => names.has(foldName(name))
      for (const record of exact)
        if (
          !around.has(record.id) &&
          !isCalledSo(foldedNames({ ...record, names: { en: record.names.en ?? '' } }))
        )
          wrong.push(`${name}: ${record.id} ${record.name}`)
    }
    assert.deepEqual(wrong, [])
  })

  test('a part of a city, a namesake and a country in another language are no exact matches', async () => {
    for (const text of ['Queens', 'Salvador', 'Mosul', 'Leningrad', 'Kwangju-gwangyoksi'])
      assert.deepEqual(await exactly(text), [], text)
    assert.ok(!(await exactly('Brasília')).includes('BR'))
    assert.ok((await exactly('Brasilía', ['is'])).includes('BR'))
    assert.ok(!(await exactly('Lagos')).includes('SS-LK'))
    assert.ok((await exactly('Lagos', ['es'])).includes('SS-LK'))
  })

  test('a name of a whole is no name of its parts', async () => {
    for (const text of ['Burgundy', 'Emilia', 'Jawa']) assert.deepEqual(await exactly(text), [], text)
    for (const text of ['Trentino-South Tyrol', 'Trentino-Südtirol', 'Trentin-Haut-Adige'])
      assert.deepEqual(await exactly(text), ['IT-32'], text)
  })

  test('a name of one sibling finds that one', async () => {
    for (const [text, iso] of [
      ['เชียงใหม่', 'TH-50'],
      ['จังหวัดเชียงใหม่', 'TH-50'],
      ['ชัยนาท', 'TH-18'],
      ['Minsk Oblast', 'BY-MI'],
      ['Kwangju', 'KR-29'],
      ['Buenos Aires', 'AR-C'],
    ])
      assert.deepEqual(await exactly(text), [iso], text)
  })

  test('a large city in a region with its name is told beside the region', async () => {
    for (const [text, iso] of [
      ['São Paulo', 'BR-SP'],
      ['Zürich', 'CH-ZH'],
      ['Chiang Mai', 'TH-50'],
      ['New York', 'US-NY'],
    ]) {
      const { exact, hint } = await ask(text)
      assert.equal(exact[0].iso, iso, text)
      assert.match(String(hint), /is a city in/, text)
    }
  })

  test('a city that is a unit and a country with its city’s name need no hint', async () => {
    for (const text of [
      'Berlin',
      'Moscow',
      'Hong Kong',
      'Singapore',
      'Mexico',
      'Georgia',
      'Luxembourg',
      'Texas',
    ])
      assert.equal((await ask(text)).hint, null, text)
  })
})
