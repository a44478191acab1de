/** The names that a boundary keeps, from its file, the atlas and the previous version, and the texts that are never stored. */

import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { inherit } from '../../src/sources/extract/inherit-data.ts'
import { casesOf } from '../cases.ts'
import { boundary as entry } from '../support/boundary-entries.ts'
import { besideAnother, boundary, boxCorners, drawMap } from '../support/drawn-map.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { listedSource } from '../support/listed-source.ts'

const ways = [
  { id: 1, corners: boxCorners(0, 0, 10, 10) },
  { id: 2, corners: boxCorners(1, 1, 2, 2) },
]
const COUNTRY = boundary(100, 'Land', 2, [1], { 'ISO3166-1': 'XA' })

const ATLAS = listedSource([
  {
    id: 'r100',
    name: 'Atlas Land',
    kind: 'country',
    adminLevel: 2,
    country: 'XA',
    iso: 'XA',
    box: [0, 0, 10, 10],
  },
  {
    id: 'iso:XA-T',
    name: 'Town',
    adminLevel: 8,
    country: 'XA',
    iso: 'XA-T',
    wikidata: 'Q7',
    fips: '06037',
    population: 5_000,
    names: { ru: 'Город', de: 'Atlasstadt' },
    // Drawn coarsely: they share nine tenths of their land.
    datasets: ['natural_earth'],
    box: [1.05, 1, 2.05, 2],
  },
])

describe('names of imported boundaries', () => {
  let world: ImportWorld
  beforeEach(async () => {
    world = await openImportWorld()
  })
  afterEach(() => world.close())

  const found = async (spelling: string) => {
    const match = { by: 'name', spellings: [spelling] } as const
    const query = { match, countries: [], kind: null, adminLevel: null, within: null, limit: 5 }
    return (await world.store.search(query)).map(({ record }) => record.id)
  }

  test('a boundary inherits names and codes of the atlas, and is found by all of them', async () => {
    const town = boundary(102, 'Town', 8, [2], { 'name:de': 'Stadt', 'name:fr': 'Ville' })
    const map = drawMap({ ways, relations: [COUNTRY, town] })
    await world.importMap(map, {}, [ATLAS])
    const record = await world.record('r102')
    assert.deepEqual(record?.names, { de: 'Stadt', fr: 'Ville', ru: 'Город' })
    assert.deepEqual([record?.iso, record?.wikidata, record?.fips], ['XA-T', 'Q7', '06037'])
    assert.deepEqual(
      [record?.population, record?.probablePopulation],
      [null, 5_000],
      'people of the atlas rank it and are not shown as the file’s',
    )
    for (const each of ['stadt', 'ville', 'город', 'atlasstadt', 'xa t'])
      assert.deepEqual(await found(each), ['r102'], each)
    assert.deepEqual(await found('atlas land'), ['r100'])
    const again = await world.importMap(map, {}, [ATLAS])
    assert.deepEqual(again.stored, { added: 0, replaced: 0, unchanged: 2, removed: 0 })
  })

  test('the newest name in a language wins, and no language is lost', async () => {
    const townOf = (version: number, names: Readonly<Record<string, string>>) =>
      drawMap({ ways, relations: [COUNTRY, { ...boundary(102, 'Town', 8, [2], names), version }] })
    await world.importMap(townOf(1, { 'name:de': 'Flecken', 'name:it': 'Borgo' }), {}, [ATLAS])
    await world.importMap(townOf(2, { 'name:de': 'Stadt' }), {}, [ATLAS])
    assert.deepEqual((await world.record('r102'))?.names, { de: 'Stadt', ru: 'Город', it: 'Borgo' })
    assert.deepEqual([await found('flecken'), await found('borgo')], [[], ['r102']])
  })

  test('a name with control characters is cleaned and reported, on every database', async () => {
    const town = boundary(102, 'To\u0000wn', 8, [2], {
      'name:de': '\u202Etdats\u202C',
      'name:fa': 'می‌خواهم',
      alt_name: `${'x'.repeat(300)}`,
    })
    const { cleaned } = await world.importMap(drawMap({ ways, relations: [COUNTRY, town] }))
    const record = await world.record('r102')
    assert.deepEqual([record?.name, record?.names], ['Town', { de: 'tdats', fa: 'می‌خواهم' }])
    assert.deepEqual(cleaned, [
      {
        id: 'r102',
        name: 'Town',
        adminLevel: 8,
        reason: 'Invisible characters were removed from name, name:de. Cut to 255 characters: alt_name.',
      },
    ])
  })

  test('a boundary with an invisible name is skipped like one without a name', async () => {
    const { skipped, cleaned } = await world.importMap(
      besideAnother(drawMap({ ways, relations: [boundary(102, '\u0000\u202E', 8, [2])] })),
    )
    assert.deepEqual(
      skipped.map(({ id, reason }) => [id, reason]),
      [['r102', 'It has no name.']],
    )
    assert.deepEqual(
      cleaned.map(({ id }) => id),
      ['r102'],
    )
  })
})

test('for any names in two sources, every language and name is kept, its own first, and repeating changes nothing', () => {
  const names = fc.dictionary(
    fc.constantFrom('de', 'en', 'fr', 'ru', 'zh-Hant'),
    fc.constantFrom('A', 'B', 'É', 'e'),
  )
  const aliases = fc.array(fc.constantFrom('A', 'B', 'C', 'é'), { maxLength: 3 })
  fc.assert(
    fc.property(names, names, aliases, aliases, (own, atlas, ownAliases, atlasAliases) => {
      const upper = entry({ id: 'r1', name: 'Own', names: own, searchNames: ownAliases })
      const lower = entry({ id: 'iso:X', name: 'Atlas', names: atlas, iso: 'XA-T', origin: 'atlas' }).record
      const others = [{ names: atlasAliases, isoCodes: ['XA-U'] }]
      const merged = inherit(upper, [lower], others)
      assert.deepEqual(merged.record.names, { ...atlas, ...own })
      const spoken = merged.searchNames.map((each) => each.name.toLowerCase().replace('é', 'e'))
      for (const each of ['Own', 'Atlas', ...ownAliases, ...Object.values(atlas), ...atlasAliases])
        assert.ok(spoken.includes(each.toLowerCase().replace('é', 'e')), each)
      assert.deepEqual([merged.record.iso, merged.isoAliases], ['XA-T', ['XA-U']])
      assert.deepEqual(inherit(merged, [lower], others), merged)
    }),
    { seed: 86, numRuns: casesOf('names in two sources') },
  )
})
