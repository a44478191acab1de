/** Codes of other systems are in tags, which anybody can write: objects that are only fetched take them where they are a known place. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { type DeliveredRelation, outlinesOf, ringOfBox } from './deliver.ts'
import { fetchTo, importTo } from './deliver-to.ts'
import { type KnownWorldOfTest, openKnownWorld } from './known-world.ts'

describe('a code in the tags of an object in Liechtenstein', () => {
  let world: KnownWorldOfTest
  before(async () => {
    world = await openKnownWorld()
  })
  after(() => world.close())

  const relation = (
    number: number,
    rings: DeliveredRelation['rings'],
    tags: DeliveredRelation['tags'],
  ): DeliveredRelation => ({
    number,
    tags: {
      type: 'boundary',
      boundary: 'administrative',
      'ref:nuts': 'LI0',
      'geonames:id': '3042058',
      ...tags,
    },
    label: null,
    rings,
  })
  const found = async (by: 'geonames' | 'nuts', code: string): Promise<string | null> => {
    const answer = await world.catalog.find({ by, code })
    return answer.found ? answer.record.id : null
  }
  const garden = relation(9_700_000_001, [ringOfBox([9.52, 47.13, 9.54, 47.15])], {
    admin_level: '9',
    name: 'My garden',
  })

  test('is not taken by a place that nobody knows', async () => {
    await fetchTo(world, garden)
    assert.ok((await world.catalog.find({ by: 'relation', number: garden.number })).found)
    assert.deepEqual([await found('geonames', '3042058'), await found('nuts', 'LI0')], [null, null])
  })

  test('is taken by a known one', async () => {
    const [known] = await world.atlas.find({ by: 'iso', code: 'LI' })
    const rings = outlinesOf(decodeRings((await world.atlas.geometry(known.id))!.rings))
    const country = relation(Number(known.id.slice(1)), rings, {
      admin_level: '2',
      name: 'Liechtenstein',
      'ISO3166-1': 'LI',
    })
    await fetchTo(world, country)
    assert.deepEqual([await found('geonames', '3042058'), await found('nuts', 'LI0')], [known.id, known.id])
  })

  test('stays with the known place when something in it is imported', async () => {
    await importTo(world, [garden])
    const answer = await world.catalog.find({ by: 'nuts', code: 'LI0' })
    assert.ok(answer.found)
    assert.equal(answer.record.name, 'Liechtenstein')
    assert.deepEqual(
      answer.alternatives.map(({ id }) => id),
      [`r${garden.number}`],
    )
  })
})
