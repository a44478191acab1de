/** Contract of the stores of boundaries. Called once per adapter. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type { BoundaryStore, NameMatch } from '../../src/domain/catalog/ports.ts'
import { boundary } from '../support/boundary-entries.ts'
import {
  anyName,
  bigParis,
  france,
  freshStore,
  named,
  type OpenedStore,
  paris,
  texas,
  withWords,
} from './boundary-questions.ts'

export const boundaryStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`boundary store: ${name}`, { skip }, () => {
    const { replace, idsOf, known, ...fresh } = freshStore(open)
    let store: BoundaryStore
    beforeEach(() => {
      store = fresh.store()
    })

    test('an empty store answers every query with nothing', async () => {
      assert.deepEqual(await store.find({ by: 'relation', number: 1 }), [])
      assert.deepEqual(await store.records([]), [])
      assert.deepEqual(await store.search(named('paris')), [])
      assert.deepEqual(await store.candidates([0, 0]), [])
      assert.equal(await store.nextLevel([texas.record.id], 4), null)
      assert.equal(await store.geometry(texas.record.id), null)
      assert.deepEqual(await store.overrides(), { superseded: new Map(), coveredCountries: new Set() })
    })

    test('a boundary is read as stored, with its polygon to the last byte', async () => {
      const entry = { ...paris, geometry: { rings: Uint8Array.of(0, 255, 1), weights: Uint8Array.of(9, 0) } }
      await replace([entry])
      assert.deepEqual(await store.find({ by: 'relation', number: 115_345 }), [paris.record])
      const geometry = await store.geometry(paris.record.id)
      assert.deepEqual([...geometry!.rings], [0, 255, 1])
      assert.deepEqual([...geometry!.weights!], [9, 0])
    })

    test('many polygons are read at once, each to the last byte, and unknown ids are left out', async () => {
      const entries = Array.from({ length: 1_201 }, (_, index) => ({
        ...boundary({ id: `r${index + 1}`, name: `Town ${index}` }),
        geometry: { rings: Uint8Array.of(0, index % 256, index >> 8), weights: null },
      }))
      await replace(entries)
      const ids = entries.map(({ record }) => record.id)
      const found = await store.geometries([...ids, 'r999999' as BoundaryId, ids[0]])
      assert.deepEqual(
        ids.map((id) => [...found.get(id)!]),
        entries.map(({ geometry }) => [...geometry.rings]),
      )
      assert.equal(found.size, ids.length)
      assert.equal((await store.geometries([])).size, 0)
    })

    test('the source of a population, and its estimate, are stored', async () => {
      const summed = boundary({ id: 'r1', name: 'Kent', population: 1_600_000, populationSource: 'towns' })
      const unknown = boundary({ id: 'r2', name: 'Bihar', probablePopulation: 67_000_000 })
      await replace([summed, unknown])
      assert.deepEqual(await store.records([summed.record.id]), [summed.record])
      assert.deepEqual(await store.records([unknown.record.id]), [unknown.record])
    })

    test('a boundary is found by its number, its Wikidata id, its codes and their aliases', async () => {
      const puertoRico = boundary({
        id: 'r4422604',
        name: 'Puerto Rico',
        iso: 'PR',
        isoAliases: ['US-PR'],
        wikidata: 'Q1183',
      })
      const county = boundary({ id: 'fips:06037', name: 'Los Angeles', fips: '06037', origin: 'atlas' })
      const way = boundary({ id: 'w5', name: 'Way' })
      await replace([puertoRico, county, way])
      const find = async (...reference: Parameters<BoundaryStore['find']>) =>
        (await store.find(...reference)).map(({ id }) => id)
      assert.deepEqual(await find({ by: 'wikidata', entity: 'Q1183' }), ['r4422604'])
      assert.deepEqual(await find({ by: 'iso', code: 'PR' }), ['r4422604'])
      assert.deepEqual(await find({ by: 'iso', code: 'US-PR' }), ['r4422604'])
      assert.deepEqual(await find({ by: 'fips', code: '06037' }), ['fips:06037'])
      assert.deepEqual(await find({ by: 'way', number: 5 }), ['w5'])
      assert.deepEqual(await find({ by: 'relation', number: 5 }), [])
    })

    test('codes that tags give are stored, and find the boundary until it has others', async () => {
      const find = async (by: 'geonames' | 'nuts', code: string) =>
        (await store.find({ by, code })).map(({ id }) => id)
      const vienna = {
        id: 'r109166',
        name: 'Wien',
        iso: 'AT-9',
        inherited: ['iso'],
        codes: { geonames: '2761367', nuts: ['AT13', 'AT130'] },
      } as const
      await replace([boundary(vienna)])
      assert.deepEqual(await store.records(['r109166' as BoundaryId]), [boundary(vienna).record])
      assert.deepEqual(await find('geonames', '2761367'), ['r109166'])
      assert.deepEqual(await find('nuts', 'AT130'), ['r109166'])
      await replace([boundary({ ...vienna, codes: { nuts: ['AT13'] }, source: { version: 2 } })])
      assert.deepEqual(await find('geonames', '2761367'), [])
      assert.deepEqual(await find('nuts', 'AT130'), [])
      assert.deepEqual(await find('nuts', 'AT13'), ['r109166'])
    })

    test('several boundaries with one Wikidata id are sorted by lowest level, then largest area, then lowest number', async () => {
      const twin = (id: string, adminLevel: number | null, areaKm2: number) =>
        boundary({ id, name: id, wikidata: 'Q5756', adminLevel, areaKm2 })
      await replace([
        twin('r10', 6, 5),
        twin('r9', 6, 5),
        twin('r8', 6, 7),
        twin('r7', 4, 1),
        twin('r6', null, 9),
      ])
      const found = await store.find({ by: 'wikidata', entity: 'Q5756' })
      assert.deepEqual(
        found.map(({ id }) => id),
        ['r7', 'r8', 'r9', 'r10', 'r6'],
      )
    })

    test('whole names are found in every language, the most prominent place first', async () => {
      await replace([paris, bigParis, texas])
      assert.deepEqual(await idsOf(named('paris')), ['r7444', 'r115345'])
      assert.deepEqual(await idsOf(named('техас')), ['r114690'])
      assert.deepEqual(await idsOf(named('par')), [])
      assert.deepEqual(await idsOf(named('paris', { limit: 1 })), ['r7444'])
      const [hit] = await store.search(named('техас'))
      assert.deepEqual(hit.record, texas.record)
      assert.deepEqual(
        hit.forms.find(({ folded }) => folded === 'техас'),
        { folded: 'техас', name: 'Техас' },
      )
    })

    test('filters apply to whole names and to words alike', async () => {
      await replace([paris, bigParis, texas, france])
      for (const query of [named, withWords]) {
        assert.deepEqual(await idsOf(query('paris', { countries: ['US'] })), ['r115345'])
        assert.deepEqual(await idsOf(query('paris', { countries: ['US', 'FR'] })), ['r7444', 'r115345'])
        assert.deepEqual(await idsOf(query('paris', { kind: 'county' })), ['r7444'])
        assert.deepEqual(await idsOf(query('paris', { kind: 'postal_code' })), [])
        assert.deepEqual(await idsOf(query('texas', { adminLevel: 4 })), ['r114690'])
        assert.deepEqual(await idsOf(query('texas', { adminLevel: 8 })), [])
        assert.deepEqual(await idsOf(query('paris', { within: { ids: [texas.record.id], countries: [] } })), [
          'r115345',
        ])
        assert.deepEqual(
          await idsOf(query('paris', { within: { ids: [france.record.id], countries: ['FR'] } })),
          ['r7444'],
        )
        assert.deepEqual(
          await idsOf(query('france', { within: { ids: [france.record.id], countries: ['FR'] } })),
          [],
        )
      }
    })

    test('words are found in any order, the last one by its prefix, several words also joined', async () => {
      const lake = boundary({ id: 'r1', name: 'Lake County', searchNames: ['Comté de Lake'] })
      await replace([lake, paris])
      assert.deepEqual(await idsOf(withWords('county lake')), ['r1'])
      assert.deepEqual(await idsOf(withWords('lake cou')), ['r1'])
      assert.deepEqual(await idsOf(withWords('cou lake')), [])
      assert.deepEqual(await idsOf(withWords('lakecounty')), ['r1'])
      const either: NameMatch = { by: 'words', words: [['lac', 'lake'], ['county']], lastIsPrefix: false }
      assert.deepEqual(await idsOf(anyName(either)), ['r1'])
    })

    test('no query is interpreted as a command of the database', async () => {
      await replace([paris])
      for (const word of [
        '"',
        "'",
        '*',
        'AND',
        'NOT',
        'paris"',
        "paris'",
        '\\',
        'a:b',
        '(',
        ':*',
        '&',
        '|',
        '!',
        '%',
        '_',
        'near(a',
        '\uE000cus',
      ]) {
        await store.search(withWords(word))
        await store.search(named(word))
        await store.similarWords(word.padEnd(5, word), 1)
      }
      assert.deepEqual(await known('r115345'), ['r115345'])
    })

    test('scripts of the world are indexed like any other', async () => {
      await replace([
        boundary({ id: 'r1', name: 'दिल्ली' }),
        boundary({ id: 'r2', name: '東京都' }),
        boundary({ id: 'r3', name: 'กรุงเทพมหานคร' }),
      ])
      assert.deepEqual(await idsOf(withWords('दिल्ली')), ['r1'])
      assert.deepEqual(await idsOf(withWords('東京')), ['r2'])
      assert.deepEqual(await idsOf(withWords('กรุงเทพ')), ['r3'])
    })

    test('of several names those that a boundary has are told, in any language', async () => {
      await replace([boundary({ id: 'r1', name: 'Wien', names: { en: 'Vienna' } }), paris])
      assert.deepEqual(await store.namesAmong(['vienna', 'pariz', 'wien', 'paris']), [
        'vienna',
        'wien',
        'paris',
      ])
      assert.deepEqual(await store.namesAmong(['paris', 'vaduz']), ['paris'])
      assert.deepEqual(await store.namesAmong([]), [])
    })

    test('a word with one or two typing errors finds the intended word', async () => {
      await replace([boundary({ id: 'r1', name: 'Liechtenstein' }), paris])
      for (const slip of [
        'liechtenstien',
        'lichtenstein',
        'liechtensteinn',
        'lieхtenstein',
        'ilechtenstein',
      ]) {
        assert.ok((await store.similarWords(slip, 1)).includes('liechtenstein'), slip)
      }
      assert.ok((await store.similarWords('liechtensntien', 2)).includes('liechtenstein'))
      assert.ok((await store.similarWords('pariz', 1)).includes('paris'))
      assert.ok(!(await store.similarWords('vaduz', 1)).includes('paris'))
    })

    test('boxes are found by the points in them, also across the antimeridian and on its two sides', async () => {
      const fiji = boundary({ id: 'r571747', name: 'Fiji', bbox: [176.9, -21, -178.2, -12.5] })
      const chukotka = boundary({ id: 'r151231', name: 'Chukotka', bbox: [157, 61, 180, 72] })
      await replace([fiji, chukotka, paris])
      const at = async (lon: number, lat: number) => [
        ...new Set((await store.candidates([lon, lat])).map(({ id }) => id)),
      ]
      assert.deepEqual(await at(178, -18), ['r571747'])
      assert.deepEqual(await at(-179, -18), ['r571747'])
      assert.deepEqual(await at(180, -18), ['r571747'])
      assert.deepEqual(await at(0, -18), [])
      assert.deepEqual(await at(-180, 65), ['r151231'])
      assert.deepEqual(await at(-95.7, 33.6), ['r115345'], 'a corner is in the box')
    })

    test('boxes are found by a box that meets them, also across the antimeridian and on its two sides', async () => {
      const fiji = boundary({ id: 'r571747', name: 'Fiji', bbox: [176.9, -21, -178.2, -12.5] })
      const chukotka = boundary({ id: 'r151231', name: 'Chukotka', bbox: [157, 61, 180, 72] })
      await replace([fiji, chukotka, paris])
      const meeting = async (...box: [number, number, number, number]) => [
        ...new Set((await store.candidatesIn(box)).map(({ id }) => id)),
      ]
      assert.deepEqual(await meeting(176.8, -18.1, 176.95, -18), ['r571747'])
      assert.deepEqual(await meeting(-178.21, -18.1, -178.1, -18), ['r571747'])
      assert.deepEqual(await meeting(179.9, -18.1, -179.9, -18), ['r571747'])
      assert.deepEqual(await meeting(-179.99, 65, -179.9, 65.1), [])
      assert.deepEqual(await meeting(-180, 65, -179.9, 65.1), ['r151231'], '±180 are one')
      assert.deepEqual(await meeting(179.9, 65, -179.9, 65.1), ['r151231'])
      assert.deepEqual(await meeting(-95.8, 33.5, -95.7, 33.6), ['r115345'], 'corners meet')
      assert.deepEqual(await meeting(0, 0, 1, 1), [])
      const [candidate] = await store.candidatesIn([-95.8, 33.5, -95.7, 33.6])
      assert.deepEqual(
        [candidate],
        await store.candidates([-95.5, 33.7]),
        'with the revision that points find',
      )
    })

    test('of many boxes at a place, as many are found as are asked for', async () => {
      const [west, east] = [-180, 180] as const
      await replace(
        [west, -100, 0].map((lon, index) =>
          boundary({ id: `r${index + 1}`, name: `Belt ${index}`, bbox: [lon, -1, east, 1] }),
        ),
      )
      assert.equal((await store.candidates([170, 0], 4)).length, 3)
      assert.equal((await store.candidates([170, 0], 2)).length, 2)
      assert.equal((await store.candidates([east, 0], 2)).length, 2)
      assert.equal((await store.candidatesIn([160, 0, 170, 1], 4)).length, 3)
      assert.equal((await store.candidatesIn([160, 0, 170, 1], 2)).length, 2)
    })

    test('children are found at any level, and so is the next level with any', async () => {
      const county = boundary({
        id: 'r1',
        name: 'Lamar County',
        kind: 'county',
        adminLevel: 6,
        parents: [texas],
      })
      const town = boundary({ id: 'r2', name: 'Paris', parents: [texas, county] })
      const postcode = boundary({
        id: 'r3',
        name: '75460',
        kind: 'postal_code',
        adminLevel: null,
        parents: [texas, county],
      })
      await replace([texas, county, town, postcode, france])
      const parents = [texas.record.id]
      assert.equal(await store.nextLevel(parents, 4), 6)
      assert.equal(await store.nextLevel(parents, 6), 8)
      assert.equal(await store.nextLevel(parents, 8), null)
      assert.equal(await store.nextLevel([county.record.id, texas.record.id], 2), 6)
      assert.deepEqual(
        (await store.children(parents, 8)).map(({ id }) => id),
        ['r2'],
      )
      assert.deepEqual(
        (await store.children([county.record.id, texas.record.id], 8)).map(({ id }) => id),
        ['r2'],
        'once',
      )
      assert.deepEqual(await store.children([france.record.id], 8), [])
    })
  })
}
