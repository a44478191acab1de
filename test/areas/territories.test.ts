/** Territories in descriptions: which are included, which are not, and which descriptions are refused. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { listParts, type PlanPart } from '../../src/domain/area/plan.ts'
import type { Planned } from '../../src/domain/area/ports.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { suiteAreaWorld, VOCABULARY } from '../support/area-world.ts'
import { recordOf } from '../support/atlas-units.ts'

const world = suiteAreaWorld()

const plan = (text: string): Promise<Planned> => world.planner.plan({ text, country: null, seed: null })

const landOf = (planned: Planned): string =>
  planned.ok
    ? listParts(planned.plan)
        .map(({ role, boundary: { iso, id } }) => `${role === 'include' ? '' : '−'}${iso ?? id}`)
        .sort()
        .join(' ')
    : `refused: ${planned.unmapped.map(({ text }) => text).join(' | ')}`

const sorted = (codes: string): string => codes.split(' ').sort().join(' ')

const OVERSEAS = '−BL −GF −GP −MF −MQ −NC −PF −PM −RE −TF −WF −YT'
const UNITED_STATES = '−AS −GU −MP −PR −UM −VI'

describe('territories in descriptions', () => {
  const EXACT: readonly (readonly [text: string, codes: string])[] = [
    ['France without Réunion', 'FR −RE'],
    ['Norway except Svalbard and Jan Mayen', 'NO −SJ'],
    ['Finland without Åland', 'FI −AX'],
    ['China excluding Hong Kong and Macau', 'CN −HK −MO'],
    ['China, Hong Kong and Macau', 'CN HK MO'],
    ['Hong Kong, Singapore and Taiwan', 'HK SG TW'],
    ['the United States and Puerto Rico', 'US PR'],
    ['the United States except Puerto Rico and Guam', 'US −GU −PR'],
    ['Puerto Rico, USA', 'PR'],
    ['France with its overseas territories', 'FR'],
    ['France without its overseas departments and territories', `FR ${OVERSEAS}`],
    ['la France sans l’outre-mer', `FR ${OVERSEAS}`],
    ['France except its overseas departments and territories, and Spain', `FR ES ${OVERSEAS}`],
    ['the United States without its territories', `US ${UNITED_STATES}`],
    ['US without territories', `US ${UNITED_STATES}`],
    ['the United States (excluding its territories and possessions) and Canada', `US CA ${UNITED_STATES}`],
    ['US states and territories', 'US'],
    ['all states of the United States', `US ${UNITED_STATES}`],
    ['the regions of France', 'FR −BL −MF −NC −PF −PM −TF −WF'],
    ['all provinces of the Netherlands', 'NL −BQ'],
    ['the Netherlands without the Caribbean part', 'NL −BQ'],
    ['European Netherlands', 'NL −BQ'],
    ['Nederland (Europees deel)', 'NL −BQ'],
    ['Portugal without the Azores and Madeira', 'PT −PT-20 −PT-30'],
    ['Portugal Continental', 'PT −PT-20 −PT-30'],
    ['Spain without the Canary Islands', 'ES −ES-CN'],
    ['mainland China', 'CN −HK −MO'],
    ['mainland Norway', 'NO −BV −SJ'],
    ['China (excluding its special administrative regions)', 'CN −HK −MO'],
    ['Territories: Texas, USA', 'US-TX'],
  ]
  for (const [text, codes] of EXACT)
    test(`${text}: ${codes}`, async () => assert.equal(landOf(await plan(text)), sorted(codes)))

  const REFUSED: readonly (readonly [text: string, words: string])[] = [
    ['France without its overseas territories', 'its overseas territories'],
    ['Portugal without the islands', 'the islands'],
    ['Spain except the islands', 'the islands'],
    ['the Netherlands without its overseas territories', 'its overseas territories'],
    ['the United Kingdom and its overseas territories', 'its overseas territories'],
    ['Australia without its external territories', 'its external territories'],
    ['France and the United States without their overseas territories', 'their overseas territories'],
  ]
  for (const [text, words] of REFUSED)
    test(`${text}: refused for "${words}"`, async () =>
      assert.equal(landOf(await plan(text)), `refused: ${words}`))

  test('that Clipperton stays with France is said', async () => {
    const planned = await plan('France without its overseas parts')
    assert.ok(planned.ok && planned.plan.notes.some((note) => note.includes('Clipperton')))
  })
})

/** Whether the point lies in one of the parts and in none of its exceptions, as the land is drawn. */
const draws = (parts: readonly PlanPart[], ids: ReadonlySet<BoundaryId>): boolean =>
  parts.some(({ boundary, except }) => ids.has(boundary.id) && !draws(except, ids))

describe('groups', () => {
  const POINTS: readonly (readonly [group: string, place: string, point: Position, isIn: boolean])[] = [
    ['the European Union', 'Nouméa', [166.46, -22.26], false],
    ['the European Union', 'Papeete', [-149.5, -17.6], false],
    ['the European Union', 'Gustavia', [-62.83, 17.905], false],
    ['the European Union', 'Kralendijk', [-68.27, 12.15], false],
    ['the European Union', 'Réunion', [55.45, -20.9], true],
    ['the European Union', 'Cayenne', [-52.6, 4.6], true],
    ['the European Union', 'Mayotte', [45.15, -12.8], true],
    ['the European Union', 'Mariehamn', [19.94, 60.1], true],
    ['the European Union', 'Funchal', [-16.92, 32.66], true],
    ['the European Union', 'Las Palmas', [-15.43, 28.1], true],
    ['the European Union', 'North Nicosia', [33.36, 35.22], true],
    ['the European Union', 'Tórshavn', [-6.9, 62.05], false],
    ['the European Union', 'Nuuk', [-51.6, 64.18], false],
    ['the Eurozone', 'Nouméa', [166.46, -22.26], false],
    ['the European Economic Area', 'Longyearbyen', [15.63, 78.22], false],
    ['the European Economic Area', 'Oslo', [10.75, 59.91], true],
    ['the Schengen Area', 'Longyearbyen', [15.63, 78.22], false],
    ['the Schengen Area', 'Réunion', [55.45, -20.9], false],
    ['the Schengen Area', 'Kralendijk', [-68.27, 12.15], false],
    ['the Schengen Area', 'Paris', [2.35, 48.86], true],
    ['Nordic countries', 'Longyearbyen', [15.63, 78.22], true],
    ['Nordic countries', 'Mariehamn', [19.94, 60.1], true],
    ['BRICS', 'Hong Kong', [114.17, 22.35], true],
    ['NATO', 'Honolulu', [-157.85, 21.32], true],
    ['Europe (UN M49)', 'Cayenne', [-52.6, 4.6], false],
    ['Europe (UN M49)', 'Longyearbyen', [15.63, 78.22], true],
    ['North America', 'Guam', [144.78, 13.45], false],
    ['North America', 'San Juan', [-66.1, 18.4], true],
  ]
  for (const [group, place, point, isIn] of POINTS)
    test(`${place} is ${isIn ? 'in' : 'not in'} ${group}`, async () => {
      const planned = await plan(group)
      assert.ok(planned.ok)
      const ids = new Set((await world.catalog.reverse(point)).map(({ id }) => id))
      assert.equal(draws(planned.plan.parts, ids), isIn)
    })

  test('a group whose document says nothing of territories has a note that names the countries', async () => {
    const planned = await plan('BRICS')
    assert.ok(planned.ok)
    assert.match(planned.plan.notes.join(), /its list does not exclude them: .*China \(2 territories\)/)
  })

  test('a group whose document says of all territories what they are has no note', async () => {
    for (const group of [
      'the European Union',
      'Europe (UN M49)',
      'the Eurozone',
      'North America',
      'Oceania',
    ]) {
      const planned = await plan(group)
      assert.ok(planned.ok)
      assert.deepEqual(planned.plan.notes, [], group)
    }
  })

  interface Group {
    readonly names: readonly unknown[]
    readonly listed_in: string
    readonly members: readonly string[]
    readonly with?: readonly string[]
    readonly except?: readonly string[]
    readonly parts_listed_in?: string
    readonly parts_source?: string
  }
  const groups: readonly Group[] = readYaml(new URL('../../data/areas/regions.yaml', import.meta.url))

  test('parts of a group lie in its members, and a document or a list says so', async () => {
    for (const { names, members, with: parts = [], except = [], ...group } of groups) {
      const ids = await Promise.all(members.map(async (id) => (await recordOf(world.catalog, id))?.id))
      for (const id of [...parts, ...except]) {
        const record = await recordOf(world.catalog, id)
        assert.ok(
          record?.parents.some((parent) => ids.includes(parent.id)),
          `${names[0]}: ${id}`,
        )
      }
      assert.equal(group.parts_listed_in === undefined, group.parts_source === undefined, String(names[0]))
      if (group.parts_listed_in === undefined && parts.length > 0)
        assert.match(group.listed_in, /territoryContainment/)
    }
  })

  test('what M49 does not list of a country is not in its groups', () => {
    for (const { names, listed_in, members, with: parts = [], except = [] } of groups) {
      if (!/territoryContainment\.json, \d/.test(listed_in)) continue
      for (const [country, codes] of VOCABULARY.territories) {
        if (!members.includes(`iso:${country}`)) continue
        for (const id of codes)
          assert.ok([...members, ...parts, ...except].includes(id), `${names[0]}: ${id}`)
      }
    }
  })
})
