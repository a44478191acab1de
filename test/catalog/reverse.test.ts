/** What contains a point where the polygons of several sources differ. */
import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import { openReverseMany } from '../../src/domain/catalog/reverse-many.ts'
import { type BoundaryInput, boundary } from '../support/boundary-entries.ts'
import { type TestCatalog, testCatalog } from '../support/test-catalog.ts'

const unit = (
  id: string,
  adminLevel: number | null,
  parents: readonly BoundaryEntry[],
  bbox: BoundaryInput['bbox'],
  more: Partial<BoundaryInput> = {},
) => boundary({ id, name: id, country: 'AA', kind: 'municipality', adminLevel, parents, bbox, ...more })

/** The atlas ends at the coast, 10° east. */
const LAND = unit('iso:AA', 2, [], [0, 0, 10, 10], { kind: 'country', iso: 'AA', origin: 'atlas' })
const NORTH = unit('iso:AA-N', 4, [LAND], [0, 5, 10, 10], { kind: 'state', origin: 'atlas' })
const SOUTH = unit('iso:AA-S', 4, [LAND], [0, 0, 10, 5], { kind: 'state', origin: 'atlas' })
/** The municipality of an extract has its share of the sea, and its border differs from the one in the atlas. */
const PORT = unit('r8', 8, [LAND, SOUTH], [9, 3, 10.5, 5.1])

describe('reverse', () => {
  let world: TestCatalog
  afterEach(() => world.close())
  const idsAt = async (lon: number, lat: number): Promise<readonly string[]> =>
    (await world.catalog.reverse([lon, lat])).map(({ id }) => id)

  test('at sea inside a municipality of an extract lists its country and its state', async () => {
    world = await testCatalog({ atlas: [LAND, NORTH, SOUTH], imported: [PORT] })
    assert.deepEqual(await idsAt(10.3, 4), ['iso:AA', 'iso:AA-S', 'r8'])
    assert.deepEqual(await idsAt(9.5, 4), ['iso:AA', 'iso:AA-S', 'r8'])
    assert.deepEqual(await idsAt(10.6, 4), [])
  })

  test('where the border of a state runs otherwise in the extract, the point stays in one state', async () => {
    world = await testCatalog({ atlas: [LAND, NORTH, SOUTH], imported: [PORT] })
    assert.deepEqual(await idsAt(9.5, 5.05), ['iso:AA', 'iso:AA-N', 'r8'])
  })

  test('at sea in a territory both the territory and its country are listed', async () => {
    const territory = unit('iso:AB', 4, [LAND], [4, 4, 5, 5], { kind: 'country', iso: 'AB', country: 'AB' })
    const port = unit('r9', 8, [LAND, territory], [4, 4, 10.5, 5], { country: 'AB' })
    world = await testCatalog({ atlas: [LAND, territory], imported: [port] })
    assert.deepEqual(await idsAt(10.3, 4.5), ['iso:AA', 'iso:AB', 'r9'])
  })

  test('of a postcode area only the country is certain', async () => {
    const postcode = unit('r7', null, [LAND, SOUTH], [9, 3, 10.5, 5.1], { kind: 'postal_code' })
    world = await testCatalog({ atlas: [LAND, NORTH, SOUTH], imported: [postcode] })
    assert.deepEqual(await idsAt(10.3, 4), ['iso:AA', 'r7'])
  })

  test('a parent that an import replaces is listed as what replaces it', async () => {
    const imported = unit('r1', 2, [], [0, 0, 10.2, 10], {
      kind: 'country',
      iso: 'AA',
      supersedes: ['iso:AA'],
    })
    world = await testCatalog({ atlas: [LAND, NORTH, SOUTH], imported: [imported, PORT] })
    assert.deepEqual(await idsAt(10.3, 4), ['r1', 'iso:AA-S', 'r8'])
  })

  test('is the same for many points at once', async () => {
    world = await testCatalog({ imported: [LAND, SOUTH, PORT] })
    const many = await openReverseMany({
      sources: [world.store],
      disputes: createDisputes(async () => []),
      regionBytes: 2 ** 24,
    })
    const [answer] = await many.locate(Float64Array.of(10.3), Float64Array.of(4))
    assert.deepEqual(
      many.answers[answer].map(({ id }) => id),
      ['iso:AA', 'iso:AA-S', 'r8'],
    )
  })
})
