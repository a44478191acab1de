/** Hints about the towns, groups and missing units of the bundled data. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import type { SearchedFor } from '../../src/domain/catalog/towns-of-reading.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { readAllTowns } from '../support/all-towns.ts'
import { suiteAreaWorld } from '../support/area-world.ts'

const world = suiteAreaWorld()

const asked = async (text: string, filters: Partial<SearchedFor> = {}) => {
  const question = { text, countries: [], kind: null, adminLevel: null, near: null, ...filters }
  const found = await world.catalog.search({ ...question, limit: 10 })
  const hint = await world.catalog.hint({ ...question, isLive: false, reader: 'caller' }, found)
  return { found, exact: found.filter(({ match }) => match === 'exact').map(({ record }) => record), hint }
}

const hintOf = async (text: string, filters: Partial<SearchedFor> = {}): Promise<string> =>
  String((await asked(text, filters)).hint)

/** The ids that a hint names, and the point that it states. */
const readHint = (hint: string) => {
  const point = /at latitude (-?[\d.]+), longitude (-?[\d.]+)/.exec(hint)
  return {
    point: point === null ? null : ([Number(point[2]), Number(point[1])] satisfies Position),
    ids: [...hint.matchAll(/\b(?:r\d+|w\d+|(?:iso|fips|wikidata):[A-Z0-9-]+)/g)].map(([id]) => id),
  }
}

/** Every id of a hint is fetched, and contains the point that the hint states. */
const checkIds = async (hint: string): Promise<void> => {
  const { point, ids } = readHint(hint)
  const containing = point === null ? null : new Set((await world.catalog.reverse(point)).map(({ id }) => id))
  for (const id of ids) {
    const reference = parseBoundaryReference(id)
    assert.ok(!('problem' in reference), hint)
    const answer = await world.catalog.find(reference)
    assert.ok(answer.found, `${id} is unknown: ${hint}`)
    assert.ok(containing === null || containing.has(answer.record.id), `${id} is elsewhere: ${hint}`)
  }
}

/** The independent cities of the United States (Census Bureau), and cities that are consolidated with their county. Falls Church is not in the atlas. */
const DRAWN_CITIES: Readonly<Record<string, readonly string[]>> = {
  Virginia: [
    'Alexandria',
    'Bristol',
    'Buena Vista',
    'Charlottesville',
    'Chesapeake',
    'Colonial Heights',
    'Covington',
    'Danville',
    'Emporia',
    'Fairfax',
    'Franklin',
    'Fredericksburg',
    'Galax',
    'Hampton',
    'Harrisonburg',
    'Hopewell',
    'Lexington',
    'Lynchburg',
    'Manassas',
    'Manassas Park',
    'Martinsville',
    'Newport News',
    'Norfolk',
    'Norton',
    'Petersburg',
    'Poquoson',
    'Portsmouth',
    'Radford',
    'Richmond',
    'Roanoke',
    'Salem',
    'Staunton',
    'Suffolk',
    'Virginia Beach',
    'Waynesboro',
    'Williamsburg',
    'Winchester',
  ],
  Maryland: ['Baltimore'],
  Missouri: ['St. Louis'],
  Nevada: ['Carson City'],
  California: ['San Francisco'],
  Colorado: ['Denver', 'Broomfield'],
  Pennsylvania: ['Philadelphia'],
  Louisiana: ['New Orleans'],
  Hawaii: ['Honolulu'],
  Alaska: ['Anchorage', 'Juneau', 'Sitka'],
  Tennessee: ['Nashville'],
  Kentucky: ['Louisville', 'Lexington'],
  Georgia: ['Athens', 'Augusta', 'Columbus', 'Macon'],
}

describe('hints', () => {
  test('each of the 200 largest cities is drawn, or told with its point and the smallest boundary around it', async () => {
    const largest = [...readAllTowns()]
      .sort((a, b) => b.population - a.population)
      .slice(0, 250)
      .flatMap(({ name, country, position }) =>
        world.gazetteer
          .named(foldName(name))
          .filter((town) => town.countryCode === country && String(town.position) === String(position)),
      )
      .filter(({ isSection }) => !isSection)
      .slice(0, 200)
    const missed: string[] = []
    for (const town of largest) {
      const { exact, hint } = await asked(town.name, { countries: [town.countryCode] })
      const around = new Set((await world.catalog.reverse(town.position)).map(({ id }) => id))
      if (hint === null) {
        if (!exact.some(({ id }) => around.has(id))) missed.push(`${town.name}, ${town.countryCode}: no hint`)
        continue
      }
      await checkIds(hint)
      const { point, ids } = readHint(hint)
      if (String(point) !== String(town.position) || ids.length === 0) missed.push(`${town.name}: ${hint}`)
    }
    assert.deepEqual(missed, [])
  })

  test('a city of the United States that has its own boundary is not denied', async () => {
    const denied: string[] = []
    for (const [state, names] of Object.entries(DRAWN_CITIES))
      for (const text of names.flatMap((name) => [name, `${name}, ${state}`])) {
        const hint = await hintOf(text)
        await checkIds(hint)
        const [sentence] = hint.split('no polygon')
        if (sentence !== hint && sentence.includes(state)) denied.push(hint)
      }
    assert.deepEqual(denied, [])
  })

  test('the filters and the point of the question decide which town is meant', async () => {
    assert.match(await hintOf('Victoria', { countries: ['CA'] }), /^Victoria is a city in .*British Columbia/)
    assert.match(await hintOf('Springfield', { near: [-89, 40] }), /Sangamon County, Illinois/)
    assert.match(await hintOf('Portland', { near: [-69.2, 45.3] }), /Cumberland County, Maine/)
    assert.match(await hintOf('Birmingham', { near: [-86.8, 32.8] }), /Jefferson County, Alabama/)
    assert.doesNotMatch(await hintOf('Austin', { countries: ['DE'] }), /Texas/)
    assert.doesNotMatch(await hintOf('Austin', { kind: 'state' }), /Texas/)
  })

  test('a boundary that the filters exclude is named, not denied', async () => {
    const hint = await hintOf('Vaduz', { countries: ['DE'] })
    assert.match(
      hint,
      /^No boundary of this name matches country=DE\. Without the filter, the search finds Vaduz \(iso:LI-11\)/,
    )
    await checkIds(hint)
  })

  test('a name in another language counts only for a city far larger than the towns of that name', async () => {
    assert.match(await hintOf('Franklin'), /^Franklin is a city in Williamson County/)
    assert.match(await hintOf('Cologne'), /^Köln is a city/)
    assert.doesNotMatch(await hintOf('Victoria'), /Hong Kong/)
    assert.match(await hintOf('Panama City'), /^Panamá is a city/)
  })

  test('other well-known towns of the name are told without an id', async () => {
    assert.match(
      await hintOf('Valencia'),
      /^Valencia is a city in Carabobo, Venezuela.* Other places of this name: in Spain; in Los Angeles County, California, United States\. To find one, add the region or country to the name\./,
    )
    assert.match(await hintOf('Victoria'), /British Columbia.* Another place of this name: in .*Seychelles/)
    assert.match(await hintOf('Tripoli'), /Libya.* Another place of this name: in .*Lebanon/)
    assert.doesNotMatch(await hintOf('Springfield', { near: [-89, 40] }), /of this name/)
    assert.doesNotMatch(await hintOf('Portland, Maine'), /of this name/)
  })

  test('the seat of a unit of its name is told in every language of the name', async () => {
    for (const [text, town] of [
      ['Lucerne', 'Luzern'],
      ['Luzern', 'Luzern'],
      ['Geneva', 'Genève'],
      ['Brussels', 'Brussels'],
    ])
      assert.match(await hintOf(text), new RegExp(`^${town} is a city in`))
    for (const country of ['Luxembourg', 'Guatemala', 'Panama'])
      assert.equal((await asked(country)).hint, null)
  })

  test('a larger town of the name is told beside every smaller boundary', async () => {
    assert.match(await hintOf('Toledo'), /^Toledo is a city in .*Ohio/)
    assert.match(await hintOf('Saint John'), /^Saint John is a city in New Brunswick/)
    assert.match(await hintOf('Silesia'), /more than this boundary.*Czechia/)
  })

  test('a word is no code without its dash, and two letters for one sound mean only names with that letter', async () => {
    for (const text of ['Chur', 'Cape', 'Brac', 'Esna', 'Aar', 'Baar', 'Kaas'])
      assert.deepEqual((await asked(text)).exact, [], text)
    assert.match(await hintOf('Chur'), /^Chur is a town in Grisons/)
  })

  test('a town lies in the units that contain its point', async () => {
    assert.match(
      await hintOf('Aurora'),
      /^Aurora is a city in Arapahoe County, .*Arapahoe County \(fips:08005\)/,
    )
  })

  test('a city that is better known than the boundary of its name is told, too', async () => {
    for (const [text, where] of [
      ['Guadalajara', 'Jalisco'],
      ['Rabat', 'Morocco'],
      ['São Paulo', 'Brazil'],
    ]) {
      const { exact, hint } = await asked(text)
      assert.ok(exact.length > 0, text)
      assert.match(String(hint), new RegExp(`${where}.*no polygon`), text)
      await checkIds(String(hint))
    }
    assert.match(await hintOf('Salvador'), /Bahia.*no polygon/)
    assert.match(await hintOf('New York'), /^New York City is .*; its boundary is New York City \(r175905\)/)
    assert.match(await hintOf('Istanbul'), /; it lies in Istanbul \(r\d+\), which has the same name\.$/)
    for (const text of ['Berlin', 'Paris', 'Luxembourg', 'Texas', 'Mexico', 'Singapore', 'Carson City'])
      assert.equal((await asked(text)).hint, null, text)
  })

  test('a unit that the atlas lacks leads to the boundaries that have its land', async () => {
    for (const [text, id] of [
      ['Haut-Katanga', 'iso:CD-KA'],
      ['Zhetisu', 'iso:KZ-19'],
      ['Zhetisu Region', 'iso:KZ-19'],
      ['Icolo e Bengo', 'r1802539'],
      ['DZ-49', 'r1258650'],
      ['iso:dz-49', 'r1258650'],
    ]) {
      const hint = await hintOf(text)
      assert.ok(readHint(hint).ids.includes(id), hint)
      await checkIds(hint)
    }
  })

  test('a group leads to create_area', async () => {
    for (const text of ['Benelux', 'EU', 'the European Union']) {
      const hint = await hintOf(text)
      assert.match(hint, /call create_area with text="/)
      await checkIds(hint)
    }
    assert.match(await hintOf('Middle East'), /create_area does not draw it\. Lists disagree/)
    assert.match(
      await hintOf('Kashmir'),
      /^"Kashmir" is more than this boundary, and create_area does not draw it\./,
    )
  })
})

test('operators are told the code by which they import what is missing: of the first-level unit, or of the country', async () => {
  for (const [text, region] of [
    ['Austin', 'US-TX'],
    ['Munich', 'DE-BY'],
    ['Kraków', 'PL-12'],
    ['DZ-49', 'DZ-49'],
    ['iso:DE-XX', 'DE-XX'],
    ['Nowhere at all', 'NAME'],
  ]) {
    const question = { text, countries: [], kind: null, adminLevel: null, near: null }
    const found = await world.catalog.search({ ...question, limit: 10 })
    const hint = await world.catalog.hint({ ...question, isLive: false, reader: 'operator' }, found)
    assert.equal(/metes import --region ([^)]*)\)/.exec(String(hint))?.[1], region, `${text}: ${hint}`)
  }
  const filtered = { text: 'Nowhere at all', countries: ['MC'], kind: null, adminLevel: null, near: null }
  const hint = await world.catalog.hint({ ...filtered, isLive: false, reader: 'operator' }, [])
  assert.match(String(hint), /metes import --region MC\)/)
})
