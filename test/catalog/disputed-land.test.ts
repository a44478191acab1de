/** Disputed land in the catalog: every claimant stays in the answer, even where an extract covers one of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dispute } from '../../src/domain/boundary/dispute.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import { encodeRings } from '../../src/domain/geometry/codec.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { boundary } from '../support/boundary-entries.ts'
import { boxRing, ringsOf } from '../support/shapes.ts'
import { testCatalog } from '../support/test-catalog.ts'

const dispute = (bbox: BBox, claimants: readonly string[], administeredBy: readonly string[]): Dispute => ({
  area: 'The Cape',
  claimants,
  administeredBy,
  isCondominium: false,
  source: 'https://example.org',
  bbox,
  land: encodeRings(ringsOf([[boxRing(...bbox)]])),
})

const country = (id: string, code: string, bbox: BBox, areaKm2: number) =>
  boundary({ id, name: code, country: code, iso: code, kind: 'country', adminLevel: 2, bbox, areaKm2 })

const CAPE = dispute([4, 4, 5, 5], ['AA', 'BB'], ['BB'])

test('the ruling country comes first, however large the others are', async () => {
  const imported = [country('r1', 'AA', [0, 0, 5, 5], 900), country('r2', 'BB', [4, 4, 9, 9], 100)]
  const world = await testCatalog({ imported, disputes: [CAPE] })
  const at = async (lon: number, lat: number) => (await world.catalog.reverse([lon, lat])).map(({ id }) => id)
  assert.deepEqual(await at(4.5, 4.5), ['r2', 'r1'])
  await world.close()
})

test('an extract that covers one claimant hides units of other countries and neighbours drawn too large, but not the other claimants', async () => {
  const asAtlas = (id: string, code: string, bbox: BBox) =>
    boundary({ id, name: code, country: code, kind: 'country', adminLevel: 2, origin: 'atlas', bbox })
  const coarse = boundary({
    id: 'iso:BB-1',
    name: 'Unit',
    country: 'BB',
    origin: 'atlas',
    bbox: [4, 4, 9, 9],
  })
  const options = {
    imported: [country('r1', 'AA', [0, 0, 5, 5], 900)],
    coveredCountries: ['AA'],
    atlas: [asAtlas('iso:BB', 'BB', [4, 4, 9, 9]), asAtlas('iso:CC', 'CC', [3, 3, 9, 9]), coarse],
  }
  for (const [disputes, expected] of [
    [[], ['r1']],
    [[CAPE], ['iso:BB', 'r1']],
  ] as const) {
    const world = await testCatalog({ ...options, disputes })
    assert.deepEqual(
      (await world.catalog.reverse([4.5, 4.5])).map(({ id }) => id),
      expected,
    )
    await world.close()
  }
})

test('disputes are found by points and by boxes, and loaded once', async () => {
  let reads = 0
  const disputes = createDisputes(async () => {
    reads++
    return [CAPE]
  })
  assert.equal(reads, 0)
  assert.deepEqual(await disputes.at([4.5, 4.5]), [CAPE])
  assert.deepEqual(await disputes.at([5, 5]), [CAPE], 'the border belongs to it')
  assert.deepEqual(await disputes.at([5.1, 5]), [])
  assert.deepEqual(await disputes.near([[0, 0, 4, 4]]), [CAPE])
  assert.deepEqual(await disputes.near([[0, 0, 3, 3]]), [])
  assert.equal(reads, 1)
})

test('after a failed read the file is read again', async () => {
  let reads = 0
  const disputes = createDisputes(async () => {
    if (reads++ === 0) throw new Error('not there')
    return [CAPE]
  })
  await assert.rejects(disputes.at([4.5, 4.5]), /not there/)
  assert.deepEqual(await disputes.at([4.5, 4.5]), [CAPE])
})
