/** Units that are younger than Natural Earth, and boundaries that consist of whole units. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Place } from '../../scripts/atlas/place.ts'
import { type Union, withUnions } from '../../scripts/atlas/unions.ts'
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { ringsOfBox } from '../../src/domain/geometry/tiles.ts'
import { suiteAreaWorld } from '../support/area-world.ts'
import { atlasCountry } from '../support/atlas-country.ts'
import { recordOf } from '../support/atlas-units.ts'

describe('a union', () => {
  const country = atlasCountry({})
  const unit = (iso: string, west: number, parent = country): Place => ({
    ...country,
    layer: 'subdivisions',
    name: iso,
    iso,
    relation: null,
    adminLevel: 6,
    parent,
    geometry: ringsOfBox([west * UNITS_PER_DEGREE, 0, (west + 1) * UNITS_PER_DEGREE, UNITS_PER_DEGREE]),
  })
  const A = unit('XX-A', 0)
  const B = unit('XX-B', 1)
  const C = unit('XX-C', 2)
  const union: Union = {
    wikidata: 'Q1',
    level: 5,
    name: 'A and C',
    names: {},
    other_names: [],
    units: ['XX-A', 'XX-C'],
  }

  test('comes before its units, lies between them and their parent, and has their land', () => {
    const places = withUnions([country, A, B, C], [union])
    const whole = places[1]
    assert.deepEqual(
      places.map(({ name, parent }) => [name, parent?.name]),
      [
        ['Land', undefined],
        ['A and C', 'Land'],
        ['XX-A', 'A and C'],
        ['XX-B', 'Land'],
        ['XX-C', 'A and C'],
      ],
    )
    assert.equal(places[2].parent, whole)
    assert.ok(Math.abs(areaKm2(whole.geometry) / (2 * areaKm2(A.geometry)) - 1) < 1e-9)
  })

  test('is refused if a unit is missing or lies elsewhere', () => {
    assert.throws(() => withUnions([country, A, B], [union]), /A and C needs 2 units of one parent/)
    assert.throws(() => withUnions([country, A, B, unit('XX-C', 2, B)], [union]), /needs 2 units/)
  })
})

describe('in the bundled atlas', () => {
  const world = suiteAreaWorld()
  const record = async (id: string) => {
    const found = await recordOf(world.catalog, id)
    assert.ok(found !== null, id)
    return found
  }
  const childrenOf = async (id: string, level: number | null = null) =>
    (await world.catalog.children(await record(id), level)).children

  test('Greater London is a region and a city, and contains its boroughs and the City', async () => {
    const london = await record('r175342')
    assert.deepEqual([london.name, london.kind, london.alsoKinds], ['Greater London', 'region', ['city']])
    assert.ok(Math.abs(london.areaKm2 / 1572 - 1) < 0.05, String(london.areaKm2))
    assert.equal((await childrenOf('r175342', 8)).length, 32)
    assert.deepEqual(
      (await childrenOf('r175342', 6)).map(({ name }) => name),
      ['City of London'],
    )
    assert.deepEqual(
      (await record('iso:GB-CMD')).parents.map(({ name }) => name),
      ['United Kingdom', 'England', 'Greater London'],
    )
  })

  test('the City of London is called London in no language', async () => {
    const { name, names } = await record('iso:GB-LND')
    for (const one of [name, ...Object.values(names)]) assert.ok(!['London', 'Londra'].includes(one), one)
  })

  test('the units of England include London and the metropolitan counties', async () => {
    const names = (await childrenOf('iso:GB-ENG')).map(({ name }) => name)
    for (const name of ['Greater London', 'Greater Manchester', 'Merseyside', 'Tyne and Wear', 'Kent'])
      assert.ok(names.includes(name), name)
    assert.ok(!names.includes('Camden'))
  })

  test('the City of New York contains its five counties', async () => {
    const city = await record('wikidata:Q60')
    assert.deepEqual([city.id, city.kind], ['r175905', 'city'])
    const counties = (await childrenOf(city.id)).map(({ name }) => name)
    assert.deepEqual(counties, [
      'Bronx County',
      'Kings County',
      'New York County',
      'Queens County',
      'Richmond County',
    ])
    assert.equal((await childrenOf('iso:US-NY', 6)).length, 62)
  })

  test('Morocco has the regions of 2015, along the border of the country', async () => {
    const regions = await childrenOf('iso:MA')
    assert.deepEqual(
      regions.map(({ iso }) => iso).sort(),
      Array.from({ length: 12 }, (_, index) => `MA-${String(index + 1).padStart(2, '0')}`),
    )
    const land = regions.reduce((sum, { areaKm2: km2 }) => sum + km2, 0)
    assert.ok(land / (await record('iso:MA')).areaKm2 > 0.98)
    const { names } = await record('iso:MA-02')
    assert.equal(names.en, 'Oriental')
  })

  test('Connecticut has its planning regions, and its counties beside them', async () => {
    const regions = await childrenOf('iso:US-CT')
    assert.equal(regions.length, 9)
    for (const { kind, name } of regions) assert.match(`${kind} ${name}`, /^region .* Planning Region$/)
    assert.equal((await childrenOf('iso:US-CT', 6)).length, 8)
    assert.equal((await record('fips:09001')).name, 'Fairfield County')
    assert.equal((await record('fips:09110')).name, 'Capitol Planning Region')
  })
})
