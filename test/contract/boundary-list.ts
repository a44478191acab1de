/** Contract of the stores of boundaries: lists by kind. Called once per adapter. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryListQuery, BoundaryStore } from '../../src/domain/catalog/ports.ts'
import { boundary } from '../support/boundary-entries.ts'
import { bigParis, france, freshStore, type OpenedStore, paris, texas } from './boundary-questions.ts'

const fiji = boundary({
  id: 'r571747',
  name: 'Fiji',
  kind: 'country',
  adminLevel: 2,
  country: 'FJ',
  bbox: [176.9, -21, -178.2, -12.5],
})

export const boundaryListContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`lists of a boundary store: ${name}`, { skip }, () => {
    const { replace, ...fresh } = freshStore(open)
    let store: BoundaryStore
    beforeEach(async () => {
      store = fresh.store()
      await replace([texas, paris, france, bigParis, fiji])
    })

    const ids = (question: Partial<BoundaryListQuery>): Promise<readonly BoundaryId[]> =>
      store.list({ kind: 'city', box: null, properties: {}, after: null, limit: 10, ...question })

    test('a kind is listed in the order of ids, page by page, with what has it additionally', async () => {
      assert.deepEqual(await ids({}), ['r115345', 'r7444'])
      assert.deepEqual(await ids({ limit: 1 }), ['r115345'])
      assert.deepEqual(await ids({ limit: 1, after: 'r115345' as BoundaryId }), ['r7444'])
      assert.deepEqual(await ids({ after: 'r7444' as BoundaryId }), [])
      assert.deepEqual(await ids({ kind: 'county' }), ['r7444'])
      assert.deepEqual(await ids({ kind: 'ward' }), [])
    })

    test('values of properties are compared exactly, and all of them must be equal', async () => {
      assert.deepEqual(await ids({ properties: { name: 'Paris' } }), ['r115345', 'r7444'])
      assert.deepEqual(await ids({ properties: { name: 'paris' } }), [])
      assert.deepEqual(await ids({ properties: { name: 'Paris', country: 'FR' } }), ['r7444'])
      assert.deepEqual(await ids({ properties: { wikidata: 'Q90', adminLevel: 8 } }), ['r7444'])
      assert.deepEqual(await ids({ properties: { wikidata: 'Q90', adminLevel: 9 } }), [])
      assert.deepEqual(await ids({ kind: 'county', properties: { kind: 'city' } }), ['r7444'])
      assert.deepEqual(await ids({ kind: 'state', properties: { iso: 'US-TX' } }), ['r114690'])
      assert.deepEqual(await ids({ kind: 'country', properties: { id: 'r571747' } }), ['r571747'])
    })

    test('a box lists the boundaries whose box it meets, also across the antimeridian', async () => {
      assert.deepEqual(await ids({ box: [-96, 33, -95, 34] }), ['r115345'])
      assert.deepEqual(await ids({ box: [-180, -90, 180, 90] }), ['r115345', 'r7444'])
      assert.deepEqual(await ids({ box: [-180, -90, 180, 90], limit: 1 }), ['r115345'])
      assert.deepEqual(await ids({ box: [10, 10, 11, 11] }), [])
      for (const box of [
        [177, -20, 178, -19],
        [-179, -20, -178.5, -19],
        [170, -20, -170, -19],
        [-180, -20, -179.9, -19],
      ] as const)
        assert.deepEqual(await ids({ kind: 'country', box }), ['r571747'], String(box))
      assert.deepEqual(await ids({ kind: 'country', box: [-170, -20, 170, -19] }), [])
    })

    test('the extent of a kind is around all boundaries of it', async () => {
      const extents = await store.extents()
      assert.deepEqual(extents.get('city'), [-95.7, 33.6, 2.5, 48.9])
      assert.deepEqual(extents.get('county'), bigParis.record.bbox)
      assert.deepEqual(extents.get('country'), [-180, -21, 180, 51])
      assert.equal(extents.get('ward'), undefined)
    })
  })

  describe(`long lists of a boundary store: ${name}`, { skip }, () => {
    const { replace, ...fresh } = freshStore(open)

    test('a box with more boundaries than are sorted gives the same list as one with few', async () => {
      // More than 20,000 in the box, of which the last ones are of another kind.
      const many = Array.from({ length: 20_050 }, (_, i) =>
        boundary({ id: `r${100_000 + i}`, name: 'Unit', kind: i < 20_000 ? 'ward' : 'borough' }),
      )
      await replace(many)
      const question = { kind: 'borough', box: [0, 0, 1, 1], properties: {}, limit: 20 } as const
      const first = await fresh.store().list({ ...question, after: null })
      assert.deepEqual(
        first,
        many.slice(20_000, 20_020).map(({ record }) => record.id),
      )
      const rest = await fresh.store().list({ ...question, after: first[19], limit: 100 })
      assert.equal(rest.length, 30)
      assert.deepEqual(await fresh.store().list({ ...question, after: null, box: [2, 2, 3, 3] }), [])
    })
  })
}
