/** The land of a country proves which country it is: no other level, code or name makes it a second one. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { type DeliveredRelation, outlinesOf } from './deliver.ts'
import { fetchTo, importTo } from './deliver-to.ts'
import { type KnownWorldOfTest, openKnownWorld, searchFor } from './known-world.ts'

const COUNTRIES = ['LI', 'MC', 'SM', 'LU', 'CH']
/** No country has it. */
const UNKNOWN_CODE = 'QX'

describe('a copy of a country', () => {
  let world: KnownWorldOfTest
  before(async () => {
    world = await openKnownWorld()
  })
  after(() => world.close())
  beforeEach(async () => {
    for (const { id } of await world.imports.imports()) await world.imports.removeImport(id)
  })

  const inAtlas = async (code: string) => {
    const [record] = await world.atlas.find({ by: 'iso', code })
    return { record, rings: decodeRings((await world.atlas.geometry(record.id))!.rings) }
  }
  /** All but the copies. */
  const knownAt = async (point: Position) =>
    (await world.catalog.reverse(point)).filter(({ id }) => !id.startsWith('r96'))
  const search = async (text: string) =>
    (await searchFor(world.catalog, text)).map(({ record, match }) => ({ id: record.id, match }))
  const deliveries = [
    ['fetched', (relation: DeliveredRelation) => fetchTo(world, relation)],
    ['imported', (relation: DeliveredRelation) => importTo(world, [relation])],
  ] as const

  for (const [way, deliver] of deliveries)
    for (const code of COUNTRIES)
      test(`of ${code} that is ${way} is no country at the level above, whatever its code`, async () => {
        const { record, rings } = await inAtlas(code)
        for (const [index, claimed] of [code, UNKNOWN_CODE].entries()) {
          const number = 9_600_000_001 + 2 * COUNTRIES.indexOf(code) + index
          const copy = `r${number}`
          const before = await knownAt(record.centroid)
          await deliver({
            number,
            tags: {
              type: 'boundary',
              boundary: 'administrative',
              admin_level: '1',
              name: 'Mine',
              'ISO3166-1': claimed,
            },
            label: null,
            rings: outlinesOf(rings),
          })
          const found = await world.catalog.find({ by: 'iso', code })
          assert.ok(found.found)
          assert.deepEqual(found.record, record, claimed)
          const { children } = await world.catalog.children(found.record, null)
          assert.ok(children.every(({ id }) => id !== copy))
          assert.deepEqual(await knownAt(record.centroid), before, claimed)
          const own = await world.catalog.find({ by: 'relation', number })
          assert.ok(own.found)
          assert.notEqual(own.record.kind, 'country', claimed)
          assert.ok(own.record.country === null || own.record.country === code)
        }
      })

  for (const [way, deliver] of deliveries)
    test(`with its own id that is ${way} brings no name of another country`, async () => {
      const { record, rings } = await inAtlas('LI')
      const [italy, germany] = [(await inAtlas('IT')).record, (await inAtlas('DE')).record]
      const before = { italy: await search('Italy'), germany: await search('Germany') }
      const deliverAs = (name: string) =>
        deliver({
          number: Number(record.id.slice(1)),
          tags: {
            type: 'boundary',
            boundary: 'administrative',
            admin_level: '2',
            'ISO3166-1': 'LI',
            wikidata: 'Q347',
            'name:en': 'Germany',
            alt_name: 'Italy;Alpine Land',
            name,
          },
          label: null,
          rings: outlinesOf(rings),
        })
      for (const name of ['Liechtenstein', 'Italia']) {
        await deliverAs(name)
        const found = await world.catalog.find({ by: 'iso', code: 'LI' })
        assert.ok(found.found)
        assert.deepEqual(
          [found.record.id, found.record.name, found.record.names.en],
          [record.id, 'Liechtenstein', record.names.en],
        )
        assert.notEqual(found.record.origin, 'atlas')
        assert.deepEqual(await search('Italy'), before.italy)
        assert.deepEqual(await search('Germany'), before.germany)
        assert.deepEqual([before.italy[0].id, before.germany[0].id], [italy.id, germany.id])
        assert.equal((await search('Alpine Land'))[0]?.id, record.id, 'a new name finds it')
      }
    })
})
