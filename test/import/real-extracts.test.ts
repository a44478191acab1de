/** Real extracts above the bundled atlas, in any order and repeated, on both databases: nothing that the atlas knows is lost. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { type BoundaryId, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import { createCatalog } from '../../src/domain/catalog/catalog.ts'
import { createDisputes } from '../../src/domain/catalog/disputes.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import { OlderDataError } from '../../src/domain/catalog/older-data.ts'
import { openBundledAtlas } from '../../src/sources/atlas/bundled-atlas.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'
import { wordsAlone } from '../support/name-words.ts'

const OSM = fileURLToPath(new URL('../../../shared/data/osm', import.meta.url))
const FILES = [
  'andorra-2019',
  'bayreuth-2014',
  'gibraltar-2017',
  'liechtenstein-2015',
  'liechtenstein-2022',
  'luxembourg-2018',
]
const missing = FILES.filter((file) => !existsSync(`${OSM}/${file}.osm.pbf`))
const noExtracts = missing.length === 0 ? false : `not on this machine: ${missing.join(', ')}`

/** The content of each file, however often and in whatever order it is imported. */
const BOUNDARIES: Readonly<Record<string, number>> = {
  'andorra-2019': 11,
  'bayreuth-2014': 2,
  'gibraltar-2017': 2,
  'liechtenstein-2015': 14,
  'liechtenstein-2022': 14,
  'luxembourg-2018': 202,
}

/** id, name, country, parents, a language, the name in it (of the file where it has one, else of the atlas), state of the map. */
const PLACES: readonly (readonly [string, string, string, string, string, string, string | null])[] = [
  ['r9407', 'Andorra', 'AD', '', 'ru', 'Андорра', '2019-02-23T21:15:02Z'],
  ['r2804753', 'Andorra la Vella', 'AD', 'r9407', 'ru', 'Андорра-ла-Велья', '2019-02-23T21:15:02Z'],
  ['r3657694', 'Santa Coloma', 'AD', 'r9407 r2804753', 'ru', 'Санта-Колома', '2019-02-23T21:15:02Z'],
  ['r1278736', 'Gibraltar', 'GI', '', 'ru', 'Гибралтар', '2017-09-03T23:40:03Z'],
  ['r1155955', 'Liechtenstein', 'LI', '', 'ru', 'Лихтенштейн', '2022-07-24T20:21:51Z'],
  ['r1155956', 'Vaduz', 'LI', 'r1155955 r1156142', 'ru', 'Вадуц', '2022-07-24T20:21:51Z'],
  ['r1155950', 'Ruggell', 'LI', 'r1155955 r1156141', 'ja', 'ルッゲル', '2022-07-24T20:21:51Z'],
  ['r2171347', 'Lëtzebuerg', 'LU', '', 'ru', 'Люксембург', null],
  ['r407489', 'Luxembourg', 'LU', 'r2171347 r407824', 'de', 'Luxemburg', null],
]

/** Places beyond the border of a country that is complete in the file, and in a town of an incomplete one: from the atlas. */
const COUNTRY_FROM_ATLAS: readonly (readonly [string, string, string])[] = [
  ['r1071000', 'DE', 'r51477'],
  ['r1171850', 'DE', 'r51477'],
  ['r1202656', 'FR', 'r2202162'],
  ['r1837358', 'FR', 'r2202162'],
]

const ATLAS_DATA = join(import.meta.dirname, '../../data/atlas')

const ORDERS: readonly (readonly [order: string, files: readonly string[]])[] = [
  ['the older first', FILES],
  ['the newer first', FILES.toReversed()],
]

for (const [order, files] of ORDERS) {
  describe(`six extracts, ${order}, each twice`, { skip: noExtracts }, () => {
    let atlas: Awaited<ReturnType<typeof openBundledAtlas>>
    let world: ImportWorld
    const refused: string[] = []

    before(async () => {
      atlas = await openBundledAtlas(ATLAS_DATA, ATLAS_DATA)
      world = await openImportWorld()
      for (const file of files) await importTwice(file)
    })
    after(async () => {
      await world?.close()
      await atlas?.close()
    })

    const importTwice = async (file: string): Promise<void> => {
      const importOnce = () => world.importFile(`${OSM}/${file}.osm.pbf`, [atlas.source])
      try {
        const { boundaries } = await importOnce()
        const version = await world.store.version()
        const again = await importOnce()
        assert.equal(boundaries, BOUNDARIES[file])
        assert.deepEqual(again.stored, { added: 0, replaced: 0, unchanged: boundaries, removed: 0 })
        assert.equal(await world.store.version(), version, `${file} changes nothing the second time`)
      } catch (error) {
        if (!(error instanceof OlderDataError)) throw error
        refused.push(file)
      }
    }

    test('the older file of Liechtenstein is refused after the newer one, and replaced by it', async () => {
      assert.deepEqual(refused, files === FILES ? [] : ['liechtenstein-2015'])
      const listed = (await world.store.imports()).map(({ file, boundaries, coveredCountries }) =>
        [file.replace('.osm.pbf', ''), boundaries, ...coveredCountries].join(' '),
      )
      assert.deepEqual(listed.sort(), [
        'andorra-2019 11 AD',
        'bayreuth-2014 2',
        'gibraltar-2017 2 GI',
        'liechtenstein-2022 14 LI',
        'luxembourg-2018 202 LU',
      ])
    })

    test('names, countries, parents and times are the same in any order', async () => {
      for (const [id, placeName, country, parents, language, translated, timestamp] of PLACES) {
        const record = await world.record(id)
        assert.ok(record !== null, id)
        assert.deepEqual(
          [
            record.name,
            record.country,
            record.parents.map((parent) => parent.id).join(' '),
            record.names[language],
            record.source.timestamp,
          ],
          [placeName, country, parents, translated, timestamp],
          id,
        )
      }
      for (const [id, country, parent] of COUNTRY_FROM_ATLAS) {
        const record = await world.record(id)
        assert.deepEqual([record?.country, record?.parents[0]?.id], [country, parent], id)
      }
    })

    test('every language, name and code that the atlas has for a superseded boundary leads to its successor', async () => {
      const { superseded } = await world.store.overrides()
      assert.ok(superseded.size >= 22, `${superseded.size} are superseded`)
      const lower = await atlas.source.records([...superseded.keys()])
      const aliases = await atlas.source.aliases!([...superseded.keys()])
      for (const record of lower) {
        const id = superseded.get(record.id)!
        const successor = (await world.record(id))!
        const lost = Object.keys(record.names).filter((language) => !(language in successor.names))
        assert.deepEqual(lost, [], `languages of ${record.name}`)
        for (const each of [
          record.name,
          ...Object.values(record.names),
          ...(aliases.get(record.id)?.names ?? []),
        ])
          assert.ok((await found(each)).includes(id), `${record.name} is found as ${each}`)
        for (const reference of [record.iso, record.wikidata]) {
          if (reference !== null) assert.equal(await answer(referenceOf(reference)), id, reference)
        }
      }
    })

    test('every id of the atlas in these countries still answers, directly or through its successor', async () => {
      const covered = [...(await world.store.overrides()).coveredCountries].sort()
      assert.deepEqual(covered, ['AD', 'GI', 'LI', 'LU'])
      for (const country of covered) {
        for (const { id } of await atlasOf(country)) assert.ok((await answer(id)) !== null, id)
      }
    })

    const found = async (written: string): Promise<readonly string[]> => {
      const match = { by: 'name', spellings: [foldName(written)] } as const
      const query = { match, countries: [], kind: null, adminLevel: null, within: null, limit: 50 }
      return (await world.store.search(query)).map(({ record }) => record.id)
    }

    const answer = async (id: string): Promise<string | null> => {
      const reference = parseBoundaryReference(id)
      assert.ok(!('problem' in reference), id)
      const catalog = createCatalog({
        sources: [world.store, atlas.source],
        polygonBytes: 1e6,
        disputes: createDisputes(async () => []),
        lexicon: wordsAlone,
      })
      const outcome = await catalog.find(reference)
      return outcome.found ? outcome.record.id : null
    }

    /** The country and its subdivisions at every level. */
    const atlasOf = async (country: string): Promise<readonly Pick<BoundaryRecord, 'id'>[]> => {
      const [land] = await atlas.source.find({ by: 'iso', code: country })
      const all: Pick<BoundaryRecord, 'id'>[] = [land]
      const parents: readonly BoundaryId[] = [land.id]
      for (let level = await atlas.source.nextLevel(parents, 2); level !== null; ) {
        all.push(...(await atlas.source.children(parents, level)))
        level = await atlas.source.nextLevel(parents, level)
      }
      return all
    }
  })
}

const referenceOf = (code: string): string => (/^Q\d+$/.test(code) ? code : `iso:${code}`)
