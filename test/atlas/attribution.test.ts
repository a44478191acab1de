/** Answers credit the data sets that a polygon was made from, and no others. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { attributionOf } from '../../src/domain/boundary/attribution.ts'
import { suiteAreaWorld } from '../support/area-world.ts'
import { recordOf } from '../support/atlas-units.ts'
import { boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { openImportWorld } from '../support/import-world.ts'

const OPENSTREETMAP = '© OpenStreetMap contributors, ODbL 1.0'
const NATURAL_EARTH = 'Natural Earth (public domain)'
const CENSUS = 'U.S. Census Bureau (public domain)'

describe('an attribution', () => {
  test('names each data set once, OpenStreetMap first', () => {
    const line = attributionOf([
      { datasets: ['us_census', 'natural_earth'] },
      { datasets: ['natural_earth', 'openstreetmap'] },
    ])
    assert.equal(line, `${OPENSTREETMAP}; ${NATURAL_EARTH}; ${CENSUS}`)
  })

  test('names OpenStreetMap for a boundary without a stated source', () => {
    assert.equal(attributionOf([{}]), OPENSTREETMAP)
    assert.equal(attributionOf([{}, { datasets: ['us_census'] }]), `${OPENSTREETMAP}; ${CENSUS}`)
  })

  test('names others last, and none twice', () => {
    const others = ['GeoNames, CC BY 4.0', `${OPENSTREETMAP}; GeoNames, CC BY 4.0`]
    assert.equal(attributionOf([{}], others), `${OPENSTREETMAP}; GeoNames, CC BY 4.0`)
    assert.equal(
      attributionOf([{ datasets: ['natural_earth'] }], ['GeoNames, CC BY 4.0']),
      `${NATURAL_EARTH}; GeoNames, CC BY 4.0`,
    )
  })

  test('names OpenStreetMap where there is nothing to credit', () => {
    assert.equal(attributionOf([]), OPENSTREETMAP)
  })
})

describe('in the bundled atlas', () => {
  const world = suiteAreaWorld()

  const CREDITS: readonly (readonly [name: string, id: string, credits: readonly string[]])[] = [
    ['France', 'iso:FR', [OPENSTREETMAP]],
    ['Bayern', 'iso:DE-BY', [OPENSTREETMAP, NATURAL_EARTH]],
    ['Texas', 'iso:US-TX', [OPENSTREETMAP, NATURAL_EARTH, CENSUS]],
    ['Travis County', 'fips:48453', [OPENSTREETMAP, CENSUS]],
  ]
  for (const [name, id, credits] of CREDITS)
    test(`${name} credits ${credits.join(' and ')}`, async () => {
      const record = await recordOf(world.catalog, id)
      assert.equal(record?.name, name)
      assert.equal(attributionOf([record]), credits.join('; '))
    })
})

test('an imported boundary credits OpenStreetMap alone', async () => {
  const world = await openImportWorld()
  after(() => world.close())
  await world.importMap(
    drawMap({
      ways: [{ id: 1, corners: boxCorners(1, 1, 3, 3) }],
      relations: [boundary(8, 'Town', 8, [1])],
    }),
    { bbox: [0, 0, 10, 10] },
  )
  const town = await world.record('r8')
  assert.ok(town !== null)
  assert.equal(attributionOf([town]), OPENSTREETMAP)
})
