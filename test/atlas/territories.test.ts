/** Territories are parts of their countries, by hierarchy and by polygon; mainlands are countries without their outlying parts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readTerritories } from '../../scripts/atlas/territories.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { suiteAreaWorld } from '../support/area-world.ts'
import { recordOf } from '../support/atlas-units.ts'

const DATA = new URL('../../data/atlas/', import.meta.url)
const territories = readTerritories(fileURLToPath(new URL('territories.yaml', DATA)))
const mainlands: readonly {
  readonly country: string
  readonly relation?: number
  readonly wikidata: string
  readonly without: readonly string[]
}[] = readYaml(new URL('mainlands.yaml', DATA))

const world = suiteAreaWorld()

const record = async (id: string): Promise<BoundaryRecord> => {
  const found = await recordOf(world.catalog, id)
  assert.ok(found !== null, id)
  return found
}

/** Codes and ids of the boundaries that contain the point, the country first. */
const around = async (position: Position): Promise<readonly string[]> =>
  (await world.catalog.reverse(position)).map(({ iso, id }) => iso ?? id)

describe('territories', () => {
  for (const [country, parts] of territories)
    for (const code of parts)
      test(`${code} lies in ${country}, and a point in both`, async () => {
        const territory = await record(`iso:${code}`)
        assert.deepEqual(
          territory.parents.map(({ id }) => id),
          [(await record(`iso:${country}`)).id],
        )
        assert.equal(territory.country, code)
        assert.equal(territory.kind, 'country')
        const codes = await around(territory.centroid)
        assert.ok(codes.indexOf(country) !== -1 && codes.indexOf(country) < codes.indexOf(code), codes.join())
      })

  test('a boundary in a territory lies in its country', async () => {
    const ponce = await record('fips:72113')
    assert.deepEqual(
      ponce.parents.map(({ name }) => name),
      ['United States', 'Puerto Rico'],
    )
    assert.equal(ponce.country, 'PR')
  })

  test('the Crown Dependencies, Greenland, the Faroes, Niue and Aruba lie in no country', async () => {
    for (const code of ['GG', 'IM', 'JE', 'GL', 'FO', 'CK', 'NU', 'TK', 'AW', 'CW', 'SX'])
      assert.deepEqual((await record(`iso:${code}`)).parents, [], code)
  })

  test('Q55 is the Netherlands', async () => {
    assert.equal((await record('wikidata:Q55')).id, 'r47796')
  })
})

describe('points', () => {
  const POINTS: readonly (readonly [name: string, lon: number, lat: number, codes: readonly string[]])[] = [
    ['Nouméa', 166.46, -22.26, ['FR', 'NC']],
    ['Saint-Denis, Réunion', 55.45, -20.9, ['FR', 'RE']],
    ['Paris', 2.35, 48.86, ['FR', 'FX', 'FR-IDF']],
    ['Corte', 9.15, 42.3, ['FR', 'FX', 'FR-20R']],
    ['Clipperton', -109.215, 10.3, ['FR']],
    ['Longyearbyen', 15.63, 78.22, ['NO', 'SJ', 'NO-21']],
    ['Oslo', 10.75, 59.91, ['NO', 'NO-03', 'wikidata:Q98059339']],
    ['San Juan', -66.1, 18.4, ['US', 'PR', 'fips:72127']],
    ['Honolulu', -157.85, 21.32, ['US', 'US-HI', 'fips:15003']],
    ['Juneau', -134.4, 58.35, ['US', 'US-AK', 'fips:02110']],
    ['Chicago', -87.65, 41.85, ['US', 'US-IL', 'fips:17031', 'wikidata:Q578170']],
    ['Key West', -81.78, 24.56, ['US', 'wikidata:Q578170']],
    ['Las Palmas', -15.43, 28.1, ['ES']],
    ['Palma', 2.65, 39.57, ['ES']],
    ['Ceuta', -5.32, 35.89, ['ES']],
    ['Madrid', -3.7, 40.42, ['ES', 'wikidata:Q16390686']],
    ['Funchal', -16.92, 32.66, ['PT']],
    ['Lisbon', -9.14, 38.73, ['PT', 'wikidata:Q2915956']],
    ['Willemstad', -68.93, 12.11, ['CW']],
    ['Kralendijk', -68.27, 12.15, ['NL', 'BQ']],
    ['Amsterdam', 4.9, 52.37, ['NL', 'NL-NH']],
    ['Mariehamn', 19.94, 60.1, ['FI', 'AX']],
    ['Helsinki', 24.94, 60.17, ['FI', 'FI-18', 'wikidata:Q1083368']],
    ['Hong Kong', 114.17, 22.35, ['CN', 'HK']],
    ['Haikou', 110.3, 19.98, ['CN', 'CN-HI', 'wikidata:Q19188']],
  ]
  for (const [name, lon, lat, codes] of POINTS)
    test(`${name} is in ${codes.join(', ')}`, async () => {
      const found = await around([lon, lat])
      assert.equal(found[0], codes[0])
      for (const code of codes) assert.ok(found.includes(code), `${code} of ${found.join(', ')}`)
      const isMainland = (code: string): boolean =>
        mainlands.some(({ wikidata }) => code === `wikidata:${wikidata}`) || code === 'FX'
      assert.deepEqual(found.filter(isMainland), codes.filter(isMainland))
    })
})

describe('mainlands', () => {
  for (const { country, relation, wikidata } of mainlands)
    test(`${wikidata} lies in ${country}, is not a country and not larger`, async () => {
      const mainland = await record(`wikidata:${wikidata}`)
      const whole = await record(`iso:${country}`)
      assert.equal(mainland.id, relation === undefined ? `wikidata:${wikidata}` : `r${relation}`)
      assert.equal(mainland.kind, 'region')
      assert.equal(mainland.country, country)
      assert.deepEqual(
        mainland.parents.map(({ id }) => id),
        [whole.id],
      )
      assert.ok(mainland.areaKm2 < whole.areaKm2)
    })

  test('Metropolitan France has the 551,500 km² of The World Factbook of 2015', async () => {
    const { areaKm2 } = await record('r1403916')
    assert.ok(Math.abs(areaKm2 / 551_500 - 1) < 0.02, String(areaKm2))
  })

  for (const { country, wikidata, without } of mainlands)
    test(`${wikidata} has the land of ${country} minus the outlying parts`, async () => {
      const apart = await Promise.all(without.map((code) => record(`iso:${code}`)))
      const rest = apart.reduce((km2, each) => km2 - each.areaKm2, (await record(`iso:${country}`)).areaKm2)
      const { areaKm2 } = await record(`wikidata:${wikidata}`)
      assert.ok(Math.abs(areaKm2 / rest - 1) < 0.01, `${areaKm2} km² and not ${rest}`)
    })

  const NAMES: readonly (readonly [text: string, first: string])[] = [
    ['France', 'r2202162'],
    ['France métropolitaine', 'r1403916'],
    ['Metropolitan France', 'r1403916'],
    ['Portugal', 'r295480'],
    ['Portugal Continental', 'wikidata:Q2915956'],
    ['mainland Portugal', 'wikidata:Q2915956'],
    ['United States', 'r148838'],
    ['contiguous United States', 'wikidata:Q578170'],
    ['lower 48', 'wikidata:Q578170'],
    ['CONUS', 'wikidata:Q578170'],
    ['España', 'r1311341'],
    ['España peninsular', 'wikidata:Q16390686'],
    ['Norge', 'r2978650'],
    ['mainland China', 'wikidata:Q19188'],
    ['中国', 'r270056'],
  ]
  for (const [text, first] of NAMES)
    test(`${text} finds ${first} first`, async () => {
      const question = { text, countries: [], kind: null, adminLevel: null, near: null, limit: 5 }
      const [best] = await world.catalog.search(question)
      assert.equal(best.record.id, first)
    })
})

describe('list_children', () => {
  const childrenOf = async (id: string, level: number | null = null) =>
    (await world.catalog.children(await record(id), level)).children.map(({ iso, id: own }) => iso ?? own)

  test('France has its 18 regions', async () => {
    const regions = await childrenOf('iso:FR')
    assert.equal(regions.length, 18)
    for (const code of ['FR-IDF', 'FR-20R', 'RE', 'GP', 'MQ', 'GF', 'YT'])
      assert.ok(regions.includes(code), code)
  })

  test('the collectivities and Metropolitan France are at level 3', async () => {
    const level3 = await childrenOf('iso:FR', 3)
    for (const code of ['FX', 'NC', 'PF', 'PM']) assert.ok(level3.includes(code), code)
  })

  test('the United States have 50 states and the District of Columbia; their territories share level 4', async () => {
    const states = await childrenOf('iso:US')
    assert.equal(states.length, 51)
    for (const code of states) assert.ok(code.startsWith('US-'), code)
    const level4 = await childrenOf('iso:US', 4)
    assert.deepEqual(level4.filter((code) => !code.startsWith('US-')).sort(), [
      'AS',
      'GU',
      'MP',
      'PR',
      'UM',
      'VI',
    ])
  })

  test('Norway has Svalbard once', async () => {
    const counties = await childrenOf('iso:NO')
    assert.ok(
      counties.includes('NO-21') && !counties.includes('SJ') && !counties.includes('BV'),
      counties.join(),
    )
  })

  test('Spain, China and Finland have units and no mainland', async () => {
    for (const code of ['ES', 'CN', 'FI']) {
      const units = await childrenOf(`iso:${code}`)
      assert.ok(units.length > 10, code)
      for (const unit of units) assert.ok(unit.startsWith(`${code}-`), unit)
    }
  })
})
