/** What every store of boundaries must do. Called once per adapter. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import type {
  BoundaryEntry,
  BoundaryStore,
  NameMatch,
  NameQuery,
  ReplaceScope,
} from '../../src/domain/catalog/ports.ts'
import { boundary, stream } from '../support/boundary-entries.ts'

export interface OpenedStore {
  readonly store: BoundaryStore
  readonly close: () => Promise<void>
}

const EXTRACT: ReplaceScope = { origin: 'extract', coveredCountries: [] }

const texas = boundary({
  id: 'r114690',
  name: 'Texas',
  kind: 'state',
  adminLevel: 4,
  country: 'US',
  iso: 'US-TX',
  wikidata: 'Q1439',
  names: { ru: 'Техас', en: 'Texas' },
  population: 29_145_505,
  bbox: [-106.6, 25.8, -93.5, 36.5],
})
const paris = boundary({
  id: 'r115345',
  name: 'Paris',
  country: 'US',
  parents: [texas],
  population: 25_171,
  bbox: [-95.7, 33.6, -95.4, 33.8],
})
const france = boundary({
  id: 'r2202162',
  name: 'France',
  kind: 'country',
  adminLevel: 2,
  country: 'FR',
  iso: 'FR',
  bbox: [-5, 42, 9, 51],
})
const bigParis = boundary({
  id: 'r7444',
  name: 'Paris',
  country: 'FR',
  parents: [france],
  population: 2_165_423,
  alsoKinds: ['county'],
  wikidata: 'Q90',
  bbox: [2.2, 48.8, 2.5, 48.9],
})

const anyName = (match: NameMatch, filters: Partial<NameQuery> = {}): NameQuery => ({
  match,
  countries: [],
  kind: null,
  adminLevel: null,
  within: null,
  limit: 10,
  ...filters,
})
const named = (name: string, filters?: Partial<NameQuery>): NameQuery =>
  anyName({ by: 'name', spellings: [name] }, filters)
const withWords = (words: string, filters?: Partial<NameQuery>): NameQuery =>
  anyName({ by: 'words', words: words.split(' ').map((word) => [word]), lastIsBegun: true }, filters)

export const boundaryStoreContract = (
  name: string,
  skip: false | string,
  open: () => Promise<OpenedStore>,
): void => {
  describe(`boundary store: ${name}`, { skip }, () => {
    let opened: OpenedStore
    let store: BoundaryStore
    beforeEach(async () => {
      opened = await open()
      store = opened.store
    })
    afterEach(() => opened.close())

    const replace = (entries: readonly BoundaryEntry[], scope = EXTRACT) =>
      store.replace(stream(entries), scope)
    const idsOf = async (query: NameQuery): Promise<readonly string[]> =>
      (await store.search(query)).map(({ record }) => record.id)
    const known = async (...ids: string[]): Promise<readonly string[]> =>
      (await store.records(ids as BoundaryId[])).map(({ id }) => id).sort()

    test('an empty store answers every question with nothing', async () => {
      assert.deepEqual(await store.find({ by: 'relation', number: 1 }), [])
      assert.deepEqual(await store.records([]), [])
      assert.deepEqual(await store.search(named('paris')), [])
      assert.deepEqual(await store.candidates([0, 0]), [])
      assert.equal(await store.nextLevel([texas.record.id], 4), null)
      assert.equal(await store.geometry(texas.record.id), null)
      assert.deepEqual(await store.overrides(), { superseded: new Map(), coveredCountries: new Set() })
    })

    test('a boundary comes back as it was put in, with its polygon to the last byte', async () => {
      const entry = { ...paris, geometry: { rings: Uint8Array.of(0, 255, 1), weights: Uint8Array.of(9, 0) } }
      await replace([entry])
      assert.deepEqual(await store.find({ by: 'relation', number: 115_345 }), [paris.record])
      const geometry = await store.geometry(paris.record.id)
      assert.deepEqual([...geometry!.rings], [0, 255, 1])
      assert.deepEqual([...geometry!.weights!], [9, 0])
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

    test('of several boundaries with one Wikidata id the lowest level comes first, then the largest, then the lowest number', async () => {
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

    test('filters hold for whole names and for words alike', async () => {
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

    test('words are found in any order, the last one from its beginning, several words also as one', async () => {
      const lake = boundary({ id: 'r1', name: 'Lake County', searchNames: ['Comté de Lake'] })
      await replace([lake, paris])
      assert.deepEqual(await idsOf(withWords('county lake')), ['r1'])
      assert.deepEqual(await idsOf(withWords('lake cou')), ['r1'])
      assert.deepEqual(await idsOf(withWords('cou lake')), [])
      assert.deepEqual(await idsOf(withWords('lakecounty')), ['r1'])
      const either: NameMatch = { by: 'words', words: [['lac', 'lake'], ['county']], lastIsBegun: false }
      assert.deepEqual(await idsOf(anyName(either)), ['r1'])
    })

    test('no query is taken for a command of the database', async () => {
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

    test('scripts of the world are words like any other', async () => {
      await replace([
        boundary({ id: 'r1', name: 'दिल्ली' }),
        boundary({ id: 'r2', name: '東京都' }),
        boundary({ id: 'r3', name: 'กรุงเทพมหานคร' }),
      ])
      assert.deepEqual(await idsOf(withWords('दिल्ली')), ['r1'])
      assert.deepEqual(await idsOf(withWords('東京')), ['r2'])
      assert.deepEqual(await idsOf(withWords('กรุงเทพ')), ['r3'])
    })

    test('a word with a slip or two finds the word that was meant', async () => {
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

    test('children are found at any level, and the next level that has some', async () => {
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

    test('the same import again changes nothing, not even the version', async () => {
      assert.deepEqual(await replace([paris, texas]), { added: 2, replaced: 0, unchanged: 0, removed: 0 })
      const version = await store.version()
      const later = boundary({
        ...inputOf(paris),
        parents: [texas],
        source: { fetchedAt: '2025-01-01T00:00:00Z' },
      })
      assert.deepEqual(await replace([later, texas]), { added: 0, replaced: 0, unchanged: 2, removed: 0 })
      assert.equal(await store.version(), version)
    })

    test('a newer version replaces the older one in every index, an older one is skipped', async () => {
      await replace([
        texas,
        boundary({ ...inputOf(paris), parents: [texas], source: { version: 7 }, wikidata: 'Q1' }),
      ])
      const version = await store.version()
      const moved = boundary({
        id: paris.record.id,
        name: 'Pariz',
        parents: [france],
        wikidata: 'Q2',
        bbox: [10, 10, 11, 11],
        source: { version: 8 },
      })
      assert.deepEqual(await replace([moved]), { added: 0, replaced: 1, unchanged: 0, removed: 0 })
      assert.notEqual(await store.version(), version)
      assert.deepEqual(await idsOf(named('paris')), [])
      assert.deepEqual(await idsOf(withWords('paris')), [])
      assert.deepEqual(
        await store
          .candidates([-95.5, 33.7])
          .then((found) => found.filter(({ id }) => id === paris.record.id)),
        [],
      )
      assert.deepEqual(await store.find({ by: 'wikidata', entity: 'Q1' }), [])
      assert.deepEqual(await store.children([texas.record.id], 8), [])
      assert.deepEqual(await idsOf(named('pariz')), [paris.record.id])
      assert.equal((await store.candidates([10.5, 10.5])).length, 1)
      const older = boundary({ ...inputOf(paris), source: { version: 7 } })
      assert.deepEqual(await replace([older]), { added: 0, replaced: 0, unchanged: 1, removed: 0 })
      assert.deepEqual(await idsOf(named('pariz')), [paris.record.id])
    })

    test('the same version with another shape replaces it: a border moves without its relation', async () => {
      await replace([paris])
      const [before] = await store.candidates([-95.5, 33.7])
      const moved = { ...paris, geometry: { rings: Uint8Array.of(1, 2, 3), weights: null } }
      assert.equal((await replace([moved])).replaced, 1)
      const [after] = await store.candidates([-95.5, 33.7])
      assert.notEqual(after.revision, before.revision)
    })

    test('an import that fails half-way leaves everything as it was', async () => {
      await replace([texas])
      const version = await store.version()
      const broken = async function* () {
        for (let number = 1; number <= 1_000; number++)
          yield boundary({ id: `r${number}`, name: `Place ${number}` })
        throw new Error('the file is cut off')
      }
      await assert.rejects(store.replace(broken(), EXTRACT), /the file is cut off/)
      assert.deepEqual(await known('r1', 'r999', 'r114690'), ['r114690'])
      assert.deepEqual(await idsOf(withWords('place')), [])
      assert.equal(await store.version(), version)
      assert.equal((await replace([paris])).added, 1, 'and the next import works')
    })

    test('while an import runs, everybody reads the state before it', async () => {
      await replace([texas])
      const seen: (readonly string[])[] = []
      const watched = async function* () {
        for (let number = 1; number <= 1_000; number++) {
          yield boundary({ id: `r${number}`, name: `Place ${number}` })
          if (number % 250 === 0) seen.push(await known('r1', 'r114690'))
        }
      }
      await store.replace(watched(), EXTRACT)
      assert.deepEqual(seen, [['r114690'], ['r114690'], ['r114690'], ['r114690']])
      assert.deepEqual(await known('r1', 'r114690'), ['r1', 'r114690'])
    })

    test('what a covered country no longer has is removed and known as deleted, until it comes back', async () => {
      const place = (id: string, country: string, more = {}) => boundary({ id, name: id, country, ...more })
      const land = place('r1', 'LI', { kind: 'country', adminLevel: 2 })
      await replace([
        land,
        place('r2', 'LI'),
        place('r3', 'LI'),
        place('r4', 'CH'),
        place('r5', 'LI', { origin: 'live' }),
      ])
      const summary = await replace([place('r2', 'LI')], { origin: 'extract', coveredCountries: ['LI'] })
      assert.deepEqual(summary, { added: 0, replaced: 0, unchanged: 1, removed: 1 })
      assert.deepEqual(await known('r1', 'r2', 'r3', 'r4', 'r5'), ['r1', 'r2', 'r4', 'r5'])
      assert.deepEqual((await store.overrides()).coveredCountries, new Set(['LI']))
      assert.equal(await store.isDeleted('r3' as BoundaryId), true)
      assert.equal(await store.isDeleted('r2' as BoundaryId), false)
      assert.deepEqual(await idsOf(named('r3')), [])
      await replace([place('r3', 'LI')])
      assert.equal(await store.isDeleted('r3' as BoundaryId), false)
    })

    test('what a boundary stands for is known, and follows it through its versions', async () => {
      const version = (number: number) =>
        boundary({
          ...inputOf(paris),
          name: `Paris ${number}`,
          supersedes: ['iso:US-X'],
          source: { version: number },
        })
      await replace([version(1)])
      await replace([version(2)])
      assert.deepEqual((await store.overrides()).superseded, new Map([['iso:US-X', 'r115345']]))
      const before = await store.version()
      await replace([{ ...texas, supersedes: ['iso:US-X' as BoundaryId] }])
      assert.deepEqual((await store.overrides()).superseded, new Map([['iso:US-X', 'r114690']]))
      assert.notEqual(await store.version(), before)
    })

    test('a boundary that an import names twice is there once, as it came last', async () => {
      await replace([paris, boundary({ ...inputOf(paris), name: 'Pariz' })])
      assert.deepEqual(await idsOf(named('pariz')), ['r115345'])
      assert.deepEqual(await idsOf(named('paris')), [])
    })
  })
}

/** The fields of an entry's record, to make a changed one of. */
const inputOf = ({ record: { parents: _parents, source: _source, ...fields } }: BoundaryEntry) => fields
