/** The land of a place proves which place it is, and gives it no name of another one. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { outlinesOf } from './deliver.ts'
import { fetchTo, importTo } from './deliver-to.ts'
import { type KnownWorldOfTest, openKnownWorld, searchFor } from './known-world.ts'

/** Of countries, states, a city and a county. */
const FOREIGN = ['Italy', 'Texas', 'Bayern', 'Oregon', 'Paris', 'Colorado', 'Liechtenstein', 'Lane County']

describe('a true border with names of other places', () => {
  let world: KnownWorldOfTest
  before(async () => {
    world = await openKnownWorld()
  })
  after(() => world.close())
  beforeEach(async () => {
    for (const { id } of await world.imports.imports()) await world.imports.removeImport(id)
  })

  const search = async (text: string) =>
    (await searchFor(world.catalog, text)).map(({ record, match }) => ({ id: record.id, match }))

  for (const way of ['fetched', 'imported'] as const)
    for (const code of ['LI', 'US-CO'])
      test(`${code} that is ${way} changes no answer about them`, async () => {
        const [record] = await world.atlas.find({ by: 'iso', code })
        const rings = decodeRings((await world.atlas.geometry(record.id))!.rings)
        const ownName = `Land of ${code}`
        const foreign = FOREIGN.filter((name) => name !== record.name)
        const before = await Promise.all(foreign.map(search))
        for (const name of [record.name, 'Texas']) {
          const relation = {
            number: Number(record.id.slice(1)),
            tags: {
              type: 'boundary',
              boundary: 'administrative',
              admin_level: String(record.adminLevel),
              [code.includes('-') ? 'ISO3166-2' : 'ISO3166-1']: code,
              name,
              alt_name: [...foreign, ownName].join(';'),
            },
            label: null,
            rings: outlinesOf(rings),
          }
          await (way === 'fetched' ? fetchTo(world, relation) : importTo(world, [relation]))
          const found = await world.catalog.find({ by: 'iso', code })
          assert.ok(found.found)
          assert.deepEqual([found.record.id, found.record.name], [record.id, record.name])
          assert.notEqual(found.record.origin, 'atlas')
          for (const [index, text] of foreign.entries())
            assert.deepEqual(await search(text), before[index], text)
          assert.equal((await search(ownName))[0]?.id, record.id, 'a new name finds it')
        }
      })

  for (const [what, keeps] of [
    ['fetched county brings no name of another place', []],
    ['county of a file shares names with counties elsewhere and with its state', ['Kings County', 'Oregon']],
  ] as const)
    test(`a ${what}`, async () => {
      const [record] = await world.atlas.records(['fips:41039' as BoundaryId])
      const rings = decodeRings((await world.atlas.geometry(record.id))!.rings)
      const names = ['Kings County', 'Oregon', 'Texas']
      const before = await Promise.all(names.map(search))
      const number = 9_700_000_001
      const county = {
        number,
        tags: {
          type: 'boundary',
          boundary: 'administrative',
          admin_level: '6',
          name: 'Lane County',
          alt_name: names.join(';'),
        },
        label: null,
        rings: outlinesOf(rings),
      }
      await (keeps.length === 0 ? fetchTo(world, county) : importTo(world, [county]))
      const idsOf = async (text: string) => (await search(text)).map(({ id }) => id)
      for (const text of ['Lane County', ...keeps])
        assert.ok((await idsOf(text)).includes(`r${number}` as BoundaryId), text)
      for (const [index, text] of names.entries())
        if (!(keeps as readonly string[]).includes(text))
          assert.deepEqual(await search(text), before[index], text)
    })
})
