/** Generated clauses: the same for a seed, different from each other, of every kind, and about places that exist. */

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { casesOf } from '../../cases.ts'
import { suiteAreaWorld } from '../../support/area-world.ts'
import type { GeneratedClause } from './clause.ts'
import { generateClauses } from './generate.ts'
import { type Mutation, mutations } from './mutate.ts'
import { textOf } from './phrase.ts'
import { loadPlaces, type Places, recordOf } from './places.ts'

const COUNT = casesOf('clauses that are generated')

const LISTS = [
  'one',
  'and',
  'oxford',
  'commas',
  'ampersand',
  'semicolons',
  'lettered',
  'as-well-as',
  'together-with',
  'plus',
  'bullets',
  'numbered',
  'lines',
]

describe('generated clauses', () => {
  const world = suiteAreaWorld()
  let places: Places
  let clauses: readonly GeneratedClause[]
  before(async () => {
    places = await loadPlaces(world.catalog)
    clauses = [...generateClauses(1, COUNT, places)]
  })

  const countBy = (labelOf: (clause: GeneratedClause) => string): Map<string, number> =>
    new Map([...Map.groupBy(clauses, labelOf)].map(([label, group]) => [label, group.length]))

  test('are the same for the same seed, and others for another', () => {
    assert.deepEqual([...generateClauses(1, 200, places)], clauses.slice(0, 200))
    const others = [...generateClauses(2, 200, places)].map(({ text }) => text)
    assert.notDeepEqual(
      others,
      clauses.slice(0, 200).map(({ text }) => text),
    )
  })

  test('hardly ever repeat a text', () => {
    const texts = new Set(clauses.map(({ text, country }) => `${country} ${text}`))
    assert.ok(texts.size > COUNT * 0.99, `${COUNT - texts.size} of ${COUNT} are repeated`)
  })

  test('have every wrapper, list form, language, and way of writing capitals', () => {
    const english = countBy(({ traits }) => (traits.language === 'en' ? traits.wrapper : ''))
    assert.ok(english.size > 20, [...english.keys()].join(', '))
    assert.deepEqual([...countBy(({ traits }) => traits.list).keys()].sort(), LISTS.sort())
    for (const counts of [
      countBy(({ traits }) => traits.list),
      countBy(({ traits }) => traits.capitals),
      countBy(({ traits }) => traits.language),
      countBy(({ traits }) => traits.bystander),
    ])
      for (const [label, count] of counts) assert.ok(count >= COUNT / 250, `${label}: ${count}`)
    assert.equal(countBy(({ traits }) => traits.language).size, 7)
    assert.equal(countBy(({ traits }) => traits.capitals).size, 3)
  })

  test('are refused in about one of ten', () => {
    const refused = clauses.filter(({ expected }) => 'refused' in expected).length
    assert.ok(refused > COUNT * 0.06 && refused < COUNT * 0.14, String(refused))
    assert.equal(
      [...countBy(({ shape }) => shape).keys()].filter((shape) => shape.startsWith('refused')).length,
      4,
    )
  })

  test('expect places that the atlas has, each once', async () => {
    const ids = new Set<string>()
    for (const { expected, text } of clauses) {
      if ('refused' in expected) continue
      for (const plan of [expected, ...(expected.or ?? [])]) {
        const all = [...plan.include, ...plan.exclude]
        assert.equal(new Set(all).size, all.length, text)
        assert.ok(plan.include.length > 0, text)
        for (const id of all) ids.add(id)
      }
    }
    for (const id of ids) assert.notEqual(await recordOf(world.catalog, id), null, id)
    assert.ok(ids.size > 2500, String(ids.size))
  })

  test('are the text of their pieces', () => {
    for (const { text, pieces } of clauses) assert.equal(textOf(pieces), text)
  })

  test('can be changed in every way, and every change is another text', () => {
    const kinds = new Map<Mutation['kind'], number>()
    for (const clause of clauses)
      for (const { kind, text, mustName } of mutations(clause, places)) {
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        assert.notEqual(text, clause.text)
        assert.ok(mustName === undefined || text.includes(mustName), text)
      }
    assert.equal(kinds.size, 4)
    for (const [kind, count] of kinds) assert.ok(count > COUNT / 20, `${kind}: ${count}`)
  })

  test('draw from every table', () => {
    assert.equal(places.states.length, 51)
    assert.ok(places.countries.length > 145, String(places.countries.length))
    assert.equal(places.unitSets.length, 15)
    for (const { country, units, group } of places.unitSets)
      assert.equal(units.length, group.table.split('\n').length, country.code)
    assert.ok(places.towns.length > 20, String(places.towns.length))
    assert.ok(places.commonCounties.length > 20, String(places.commonCounties.length))
    assert.equal(places.nonsense.length, 300)
  })
})
