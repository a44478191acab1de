/** Boundaries near a point that lies in no country or no first level. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import { type BoundaryInput, boundary } from '../support/boundary-entries.ts'
import { type TestCatalog, testCatalog } from '../support/test-catalog.ts'

const country = (id: string, code: string, bbox: BoundaryInput['bbox'], input: Partial<BoundaryInput> = {}) =>
  boundary({ id, name: code, country: code, iso: code, kind: 'country', adminLevel: 2, bbox, ...input })

const unit = (
  id: string,
  adminLevel: number,
  parents: readonly BoundaryEntry[],
  bbox: BoundaryInput['bbox'],
  input: Partial<BoundaryInput> = {},
) =>
  boundary({
    id,
    name: id,
    country: parents[0].record.country,
    kind: adminLevel === 4 ? 'state' : 'county',
    adminLevel,
    parents,
    bbox,
    ...input,
  })

const LAND = country('r1', 'AA', [0, 0, 10, 10])
const NORTH = unit('r2', 4, [LAND], [0, 5, 10, 10])
const SOUTH = unit('r3', 4, [LAND], [0, 0, 10, 5])
const COUNTY = unit('r4', 6, [LAND, SOUTH], [9, 0, 10, 1])
const WORLD = [LAND, NORTH, SOUTH, COUNTY]

describe('nearby', () => {
  let world: TestCatalog
  afterEach(() => world.close())

  const open = async (options: Parameters<typeof testCatalog>[0]) => {
    world = await testCatalog(options)
  }
  const near = async (lon: number, lat: number) => {
    const containing = await world.catalog.reverse([lon, lat])
    return (await world.catalog.nearby([lon, lat], containing)).map(
      ({ record, distanceKm }) => `${record.id} ${distanceKm.toFixed(2)}`,
    )
  }

  test('off a coast has the nearest of each level, with its distance', async () => {
    await open({ imported: WORLD })
    assert.deepEqual(await near(10.01, 0.5), ['r1 1.11', 'r3 1.11', 'r4 1.11'])
    assert.deepEqual(await near(10.01, 7), ['r1 1.10', 'r2 1.10'])
  })

  test('is empty on the high sea, and where the country and the level below contain the point', async () => {
    await open({ imported: WORLD })
    assert.deepEqual(await near(10.03, 0.5), [], '3.3 km off')
    assert.deepEqual(await near(20, 20), [])
    assert.deepEqual(await near(8.99, 0.5), [], 'a county may be near, but nothing is missing')
  })

  test('in a gap between two data sets has the missing level, of the country that contains the point', async () => {
    const inland = unit('r3', 4, [LAND], [0, 0, 9.99, 5])
    const neighbour = country('r8', 'BB', [10, 0, 20, 10])
    const state = unit('r9', 4, [neighbour], [9.996, 0, 20, 10])
    await open({ imported: [LAND, NORTH, inland, neighbour, state] })
    assert.deepEqual(await near(9.995, 2), ['r3 0.56'])
  })

  test('is empty where a district contains the point, because its parents do as well', async () => {
    const county = unit('r4', 6, [LAND, SOUTH], [9, 0, 10.01, 1])
    const rival = country('r8', 'BB', [10.006, 0, 20, 10])
    await open({ imported: [LAND, NORTH, SOUTH, county, rival] })
    assert.deepEqual(await near(10.005, 0.5), [])
  })

  test("a unit below a nearby boundary is one of that boundary's children", async () => {
    const other = country('r8', 'BB', [10.02, 0, 20, 10])
    const state = unit('r9', 4, [other], [10.005, 0, 20, 10])
    await open({ imported: [...WORLD, other, state] })
    assert.deepEqual(
      await near(10.004, 7),
      ['r1 0.44', 'r2 0.44'],
      'the state of the other country is nearer',
    )
  })

  test('prefers the territory to its country at the same distance', async () => {
    const territory = country('r5', 'AB', [0, 0, 10, 10], { adminLevel: 4, areaKm2: 50 })
    await open({ imported: [LAND, territory] })
    assert.deepEqual(await near(10.01, 7), ['r5 1.10'])
  })

  test('looks across the antimeridian', async () => {
    const island = country('r7', 'CC', [-180, -1, -179, 1])
    await open({ imported: [island] })
    assert.deepEqual(await near(179.99, 0), [], 'the rim of the map is no border')
    const other = country('r7', 'CC', [-179.995, -1, -179, 1])
    await world.close()
    await open({ imported: [other] })
    assert.deepEqual(await near(179.99, 0), ['r7 1.67'])
  })

  test('hidden counterparts stay hidden, and so do units of a covered country', async () => {
    const asAtlas = (entry: BoundaryEntry): BoundaryEntry => ({
      ...entry,
      record: { ...entry.record, origin: 'atlas' },
    })
    const atlasLand = country('iso:AA', 'AA', [0, 0, 10.005, 10])
    const atlasState = unit('iso:AA-S', 4, [atlasLand], [0, 0, 10.005, 10])
    const imported = country('r1', 'AA', [0, 0, 10, 10], { supersedes: ['iso:AA'] })
    const state = unit('r2', 4, [imported], [0, 0, 10, 10])
    const atlas = [atlasLand, atlasState].map(asAtlas)
    await open({ imported: [imported, state], atlas, coveredCountries: ['AA'] })
    assert.deepEqual(await near(10.01, 5), ['r1 1.11', 'r2 1.11'])
  })
})
