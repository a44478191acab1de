import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_DISPUTES } from '../../../test/doubles/no-disputes.ts'
import { listedSource } from '../../../test/support/listed-source.ts'
import type { BoundaryId } from '../boundary/id.ts'
import { createCatalog } from './catalog.ts'

const COUNTRY = { id: 'r1', name: 'Utland', kind: 'country', adminLevel: 2, box: [0, 0, 9, 9] } as const
const stateNamed = (name: string) => ({ id: 'r2', name, box: [0, 0, 8, 8] }) as const

test('a list of subdivisions is read once in a version of the catalog, and anew in the next', async () => {
  let version = '1'
  let source = listedSource([COUNTRY, stateNamed('North')])
  let read = 0
  const catalog = createCatalog({
    sources: [
      {
        ...source,
        version: () => version,
        nextLevel: async (_, above) => (above < 4 ? 4 : null),
        children: async () => {
          read++
          return source.records(['r2' as BoundaryId])
        },
      },
    ],
    polygonBytes: 1_000,
    disputes: NO_DISPUTES,
    lexicon: async () => Promise.reject(new Error('Nothing is searched here.')),
  })
  const namesOf = async (adminLevel: number | null) => {
    const found = await catalog.find({ by: 'relation', number: 1 })
    assert.ok(found.found)
    return (await catalog.children(found.record, adminLevel)).children.map(({ name }) => name)
  }
  assert.deepEqual(await namesOf(4), ['North'])
  assert.deepEqual(await namesOf(4), ['North'])
  assert.equal(read, 1)
  assert.deepEqual(await namesOf(null), ['North'])
  source = listedSource([COUNTRY, stateNamed('South')])
  version = '2'
  assert.deepEqual(await namesOf(4), ['South'])
})
