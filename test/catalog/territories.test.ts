/** A country whose territory and mainland are levels above its regions, as in France, alone and with an import of it. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { listParts } from '../../src/domain/area/plan.ts'
import { createRulePlanner } from '../../src/domain/area/rules/planner.ts'
import { parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { VOCABULARY } from '../support/area-world.ts'
import { type BoundaryInput, boundary } from '../support/boundary-entries.ts'
import { type TestCatalog, testCatalog } from '../support/test-catalog.ts'

const entry = (input: BoundaryInput) => boundary({ origin: 'atlas', country: 'FR', kind: 'region', ...input })

const france = entry({
  id: 'iso:FR',
  name: 'France',
  kind: 'country',
  adminLevel: 2,
  iso: 'FR',
  areaKm2: 900,
})
const territory = (id: string, name: string, adminLevel: number, parents = [france]) =>
  entry({
    id,
    name,
    kind: 'country',
    country: id.slice(4),
    adminLevel,
    iso: id.slice(4),
    parents,
    areaKm2: 50,
  })
const caledonia = territory('iso:NC', 'Nouvelle-Calédonie', 3)
/** Also a region of France. */
const reunion = entry({
  id: 'iso:RE',
  name: 'La Réunion',
  kind: 'country',
  alsoKinds: ['region'],
  country: 'RE',
  adminLevel: 4,
  iso: 'RE',
  parents: [france],
  areaKm2: 50,
})
const saintPierre = territory('iso:PM', 'Saint-Pierre-et-Miquelon', 4)
const north = entry({
  id: 'iso:NC-01',
  name: 'Nord',
  country: 'NC',
  adminLevel: 4,
  parents: [france, caledonia],
  areaKm2: 20,
})
const mainland = entry({
  id: 'r1403916',
  name: 'Métropole',
  adminLevel: 3,
  iso: 'FX',
  parents: [france],
  areaKm2: 500,
})
const region = entry({
  id: 'iso:FR-BRE',
  name: 'Bretagne',
  adminLevel: 4,
  iso: 'FR-BRE',
  parents: [france],
  areaKm2: 100,
})
const ATLAS = [france, caledonia, reunion, saintPierre, north, mainland, region]

const imported = (input: BoundaryInput) => boundary({ country: 'FR', kind: 'region', ...input })
const live = imported({
  id: 'r2202162',
  name: 'France',
  kind: 'country',
  adminLevel: 2,
  iso: 'FR',
  areaKm2: 900,
  supersedes: ['iso:FR'],
})
const liveMainland = imported({
  id: 'r1403916',
  name: 'Métropole',
  adminLevel: 3,
  iso: 'FX',
  parents: [live],
  areaKm2: 500,
})
const liveRegion = imported({
  id: 'r102740',
  name: 'Bretagne',
  adminLevel: 4,
  iso: 'FR-BRE',
  parents: [live, liveMainland],
  areaKm2: 100,
})

describe('a country with territories', () => {
  let world: TestCatalog
  afterEach(() => world.close())

  const record = async (id: string) => {
    const reference = parseBoundaryReference(id)
    assert.ok(!('problem' in reference))
    const answer = await world.catalog.find(reference)
    assert.ok(answer.found, id)
    return answer.record
  }
  const childrenOf = async (id: string, level: number | null = null) =>
    (await world.catalog.children(await record(id), level)).children.map((child) => child.id)

  test('its children are its regions, Réunion among them; territories are left out', async () => {
    world = await testCatalog({ atlas: ATLAS })
    assert.deepEqual(await childrenOf('iso:FR'), ['iso:FR-BRE', 'iso:RE'])
    assert.deepEqual(await childrenOf('iso:FR', 3), ['r1403916', 'iso:NC'])
    assert.deepEqual(await childrenOf('iso:NC'), ['iso:NC-01'])
  })

  test('an import with regions in the mainland changes none of that', async () => {
    world = await testCatalog({
      atlas: ATLAS,
      imported: [live, liveMainland, liveRegion],
      coveredCountries: ['FR'],
    })
    assert.deepEqual(await childrenOf('iso:FR'), ['r102740', 'iso:RE'])
    assert.deepEqual(await childrenOf('r1403916'), ['r102740'])
  })

  test('the atlas’s territories lie in the imported country', async () => {
    world = await testCatalog({ atlas: ATLAS, imported: [live, liveRegion], coveredCountries: ['FR'] })
    for (const id of ['iso:NC', 'iso:RE', 'iso:NC-01'])
      assert.equal((await record(id)).parents[0].id, 'r2202162', id)
  })

  test('countries of a kingdom are its children', async () => {
    const kingdom = entry({
      id: 'r2323309',
      name: 'Koninkrijk',
      kind: 'country',
      country: 'NL',
      adminLevel: 2,
      areaKm2: 900,
    })
    const country = entry({
      id: 'r47796',
      name: 'Nederland',
      kind: 'country',
      country: 'NL',
      iso: 'NL',
      adminLevel: 3,
      parents: [kingdom],
      areaKm2: 400,
    })
    const aruba = territory('iso:AW', 'Aruba', 3, [kingdom])
    const province = entry({
      id: 'iso:NL-UT',
      name: 'Utrecht',
      country: 'NL',
      adminLevel: 4,
      parents: [kingdom, country],
      areaKm2: 100,
    })
    world = await testCatalog({ atlas: [kingdom, country, aruba, province] })
    assert.deepEqual(await childrenOf('r2323309'), ['iso:AW', 'r47796'])
    assert.deepEqual(await childrenOf('r47796'), ['iso:NL-UT'])
  })

  test('a mainland is drawn from the imported country and the atlas’s territory', async () => {
    const country = entry({
      id: 'iso:NL',
      name: 'Nederland',
      kind: 'country',
      country: 'NL',
      iso: 'NL',
      adminLevel: 3,
      areaKm2: 400,
    })
    const bonaire = entry({
      id: 'iso:BQ',
      name: 'Bonaire',
      kind: 'country',
      country: 'BQ',
      iso: 'BQ',
      adminLevel: 4,
      parents: [country],
      areaKm2: 50,
    })
    const liveCountry = imported({
      id: 'r47796',
      name: 'Nederland',
      kind: 'country',
      country: 'NL',
      iso: 'NL',
      adminLevel: 3,
      areaKm2: 400,
      supersedes: ['iso:NL'],
    })
    world = await testCatalog({
      atlas: [country, bonaire],
      imported: [liveCountry],
      coveredCountries: ['NL'],
    })
    const planner = createRulePlanner({
      catalogFor: () => world.catalog,
      gazetteer: { named: () => [] },
      vocabulary: VOCABULARY,
      yieldToEventLoop: async () => {},
    })
    for (const text of [
      'European Netherlands',
      'the Netherlands (European part)',
      'Nederland zonder het Caribische deel',
    ]) {
      const planned = await planner.plan({ text, country: null, seed: null })
      assert.ok(planned.ok, text)
      assert.deepEqual(
        listParts(planned.plan).map(({ role, boundary: { id } }) => [role, id]),
        [
          ['include', 'r47796'],
          ['exclude', 'iso:BQ'],
        ],
      )
    }
  })
})
