import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boundary } from '../../../test/support/boundary-entries.ts'
import { type TestCatalog, testCatalog } from '../../../test/support/test-catalog.ts'
import type { ListQuestion } from './list.ts'

const unit = (id: string, country: string, more: object = {}) =>
  boundary({ id, name: id, kind: 'county', country, bbox: [0, 0, 1, 1], ...more })

let world: TestCatalog
before(async () => {
  world = await testCatalog({
    imported: [
      unit('r30', 'LI'),
      unit('r10', 'LI', { supersedes: ['w5'] }),
      // A unit on both sides of a gap: in the middle of its box is land of others.
      unit('r20', 'LI', { bbox: [179, 0, -179, 1] }),
    ],
    coveredCountries: ['LI'],
    atlas: [
      unit('r11', 'LI'),
      unit('r12', 'CH'),
      unit('r30', 'CH'),
      unit('w5', 'CH'),
      ...Array.from({ length: 40 }, (_, i) => unit(`r3${100 + i}`, 'LI')),
      unit('w9', 'CH', { bbox: [50, 50, 51, 51] }),
    ],
  })
})
after(() => world.close())

const ALL: ListQuestion = { kind: 'county', box: null, properties: {}, after: null, expected: 2 }

const list = async (question: Partial<ListQuestion>): Promise<readonly string[]> => {
  const records = world.catalog.list({ ...ALL, ...question })
  return (await Array.fromAsync(records)).map(({ id }) => id)
}

test('the layers are one list by id, without what a higher layer hides', async () => {
  assert.deepEqual(await list({}), ['r10', 'r12', 'r20', 'r30', 'w9'])
})

test('a list goes on after any id, whatever was expected', async () => {
  for (const expected of [1, 3, 1_000])
    assert.deepEqual(await list({ after: 'r20' as never, expected }), ['r30', 'w9'])
})

test('the store is asked for what is expected, and for a thousand at most', async () => {
  const { store } = world
  const list = store.list.bind(store)
  const limits: number[] = []
  store.list = (query) => {
    limits.push(query.limit)
    return list(query)
  }
  for (const expected of [2, 50_000]) await Array.fromAsync(world.catalog.list({ ...ALL, expected }))
  store.list = list
  assert.deepEqual(limits, [2, 4, 1_000])
})

test('a box lists what has land in it', async () => {
  assert.deepEqual(await list({ box: [50.5, 50.5, 60, 60] }), ['w9'])
  assert.deepEqual(await list({ box: [179.5, 0.2, 179.6, 0.3] }), ['r20'])
  assert.deepEqual(await list({ box: [178, 0, -178, 1] }), ['r20'])
  assert.deepEqual(await list({ box: [1, 1, 2, 2] }), ['r10', 'r12', 'r30'])
})

test('extents are around all layers', async () => {
  assert.deepEqual((await world.catalog.extents()).get('county'), [-180, 0, 180, 51])
  assert.equal((await world.catalog.extents()).get('ward'), undefined)
})
