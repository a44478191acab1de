/** What an operator decided about an object counts for later imports and fetches of it. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { decide } from '../../src/domain/identity/carry-out-decision.ts'
import { ringOfBox } from './deliver.ts'
import { fetchTo, importTo } from './deliver-to.ts'
import { type KnownWorldOfTest, openKnownWorld } from './known-world.ts'

const ID = 'r9000000001' as BoundaryId
const DECIDED_AT = '2026-01-02T03:04:05Z'
/** In Vaduz as the atlas draws it, and much smaller. */
const HERE: BBox = [9.52, 47.13, 9.53, 47.14]
const ELSEWHERE: BBox = [9.5, 47.07, 9.51, 47.08]

const CODE = { name: 'Vaduz', 'ISO3166-2': 'LI-11' }

const vaduz = (box: BBox, tags: Readonly<Record<string, string>>) => ({
  number: 9_000_000_001,
  tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', ...tags },
  label: null,
  rings: [ringOfBox(box)],
})

let world: KnownWorldOfTest
beforeEach(async () => {
  world = await openKnownWorld()
})
afterEach(() => world.close())

const importing = async (box: BBox, tags: Readonly<Record<string, string>> = CODE): Promise<void> => {
  await importTo(world, [vaduz(box, tags)])
}

/** Each time as if the map was never asked. */
const fetching = async (box: BBox, tags: Readonly<Record<string, string>> = CODE): Promise<void> => {
  await fetchTo(world, vaduz(box, tags))
}

const named = async (): Promise<string[]> => {
  const found = await world.catalog.search({
    text: 'Vaduz',
    countries: [],
    kind: null,
    adminLevel: null,
    near: null,
    limit: 5,
  })
  return found.map(({ record }) => record.id)
}
const bearerOfCode = async (): Promise<string | null> => {
  const found = await world.catalog.find({ by: 'iso', code: 'LI-11' })
  return found.found ? found.record.id : null
}

for (const [way, deliver, storeOf] of [
  ['imports', importing, () => world.imports],
  ['fetches', fetching, () => world.fetched],
] as const satisfies readonly (readonly [string, typeof importing, () => BoundaryStore])[])
  describe(`decisions about ${way}`, () => {
    test('a kept object of other land stays listed beside the known boundary, which keeps its code', async () => {
      await deliver(HERE)
      assert.deepEqual(await named(), ['iso:LI-11'])
      await storeOf().decide(ID, 'keep', DECIDED_AT)
      for (let time = 0; time < 2; time++) {
        assert.deepEqual([await named(), await bearerOfCode()], [['iso:LI-11', ID], 'iso:LI-11'])
        await deliver(HERE)
      }
      assert.deepEqual(await storeOf().conflicts(), [])
    })

    test('an invisible character makes no other name', async () => {
      for (const name of ['Va\u200Bduz', 'Vaduz\u2060', '\u2067Vaduz\u2069', 'Va\u200Cduz']) {
        await deliver(HERE, { name })
        assert.deepEqual(await named(), ['iso:LI-11'])
        const [conflict] = await storeOf().conflicts()
        assert.deepEqual([conflict.id, conflict.name], [ID, 'Vaduz'])
      }
    })

    test('a kept object that moves is in conflict again, and its kept version stays', async () => {
      await deliver(HERE)
      await storeOf().decide(ID, 'keep', DECIDED_AT)
      await deliver(ELSEWHERE)
      const [record] = await storeOf().records([ID])
      assert.deepEqual(record.bbox, HERE)
    })

    test('a kept object that claims more later is in conflict again, and its kept version stays', async () => {
      for (const more of [
        { 'ISO3166-2': 'LI-01' },
        { wikidata: 'Q347' },
        { 'ISO3166-1': 'LI' },
        { admin_level: '2' },
      ] as readonly Readonly<Record<string, string>>[]) {
        await deliver(HERE)
        await storeOf().decide(ID, 'keep', DECIDED_AT)
        await deliver(HERE, { ...CODE, ...more })
        const [record] = await storeOf().records([ID])
        assert.equal(record.adminLevel, 8, JSON.stringify(more))
        assert.notDeepEqual(await storeOf().conflicts(), [], JSON.stringify(more))
        const country = await world.catalog.find({ by: 'iso', code: 'LI' })
        assert.ok(country.found && country.record.origin === 'atlas')
        await storeOf().remove([ID])
      }
    })

    test('a rejected object stays out, however often it comes', async () => {
      await deliver(HERE)
      await storeOf().decide(ID, 'reject', DECIDED_AT)
      await deliver(HERE)
      assert.deepEqual([await named(), await bearerOfCode()], [['iso:LI-11'], 'iso:LI-11'])
      assert.deepEqual(await storeOf().conflicts(), [], 'and is no longer told')
      const answer = await world.catalog.find({ by: 'relation', number: 9_000_000_001 })
      assert.ok(answer.found, 'its own id still finds it')
    })
  })

for (const [way, deliver, storeOf, other] of [
  ['an import counts for fetches', importing, () => world.imports, fetching],
  ['a fetch counts for imports', fetching, () => world.fetched, importing],
] as const)
  test(`a decision about ${way}`, async () => {
    await deliver(HERE)
    assert.ok(await decide([world.imports, world.fetched], ID, 'reject', DECIDED_AT))
    await storeOf().remove([ID])
    await other(HERE, { name: 'Elsewhere' })
    const [record] = await world.catalog.reverse([9.525, 47.135])
    assert.notEqual(record.id, ID)
    const own = await world.catalog.find({ by: 'relation', number: 9_000_000_001 })
    assert.ok(own.found && own.record.name === 'Elsewhere')
  })

test('a decision about an object that nobody delivered is refused', async () => {
  assert.equal(await decide([world.imports, world.fetched], ID, 'keep', DECIDED_AT), false)
})
