import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { type BoundaryReference, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import type { BoundaryEntry } from '../../src/domain/catalog/ports.ts'
import { type BoundaryInput, boundary, stream } from '../support/boundary-entries.ts'
import { type TestCatalog, testCatalog } from '../support/test-catalog.ts'

const reference = (id: string): BoundaryReference => {
  const parsed = parseBoundaryReference(id)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed
}

const atlasEntry = (input: BoundaryInput): BoundaryEntry =>
  boundary({ origin: 'atlas', country: 'LI', ...input })
const entry = (input: BoundaryInput): BoundaryEntry => boundary({ country: 'LI', ...input })

/** The atlas draws the country a little too large and names its two halves. */
const atlasLand = atlasEntry({
  id: 'iso:LI',
  name: 'Liechtenstein',
  kind: 'country',
  adminLevel: 2,
  iso: 'LI',
  bbox: [9, 47, 10.1, 48],
})
const atlasNeighbour = atlasEntry({
  id: 'iso:CH',
  name: 'Switzerland',
  country: 'CH',
  kind: 'country',
  adminLevel: 2,
  iso: 'CH',
  bbox: [8, 47, 9.1, 48],
})
const atlasHalf = (id: string, name: string, bbox: BoundaryInput['bbox']) =>
  atlasEntry({
    id,
    name,
    kind: 'state',
    adminLevel: 4,
    iso: id.slice(4),
    parents: [atlasLand],
    bbox,
    areaKm2: 50,
  })
const ATLAS = [
  atlasLand,
  atlasNeighbour,
  atlasHalf('iso:LI-01', 'Upper', [9, 47, 10, 47.5]),
  atlasHalf('iso:LI-02', 'Lower', [9, 47.5, 10, 48]),
]

const land = entry({
  id: 'r1155955',
  name: 'Liechtenstein',
  kind: 'country',
  adminLevel: 2,
  iso: 'LI',
  bbox: [9, 47, 10, 48],
  supersedes: ['iso:LI'],
})
const town = (id: string, name: string, bbox: BoundaryInput['bbox']) =>
  entry({ id, name, parents: [land], bbox, areaKm2: 20 })
const vaduz = town('r1155956', 'Vaduz', [9.4, 47, 9.6, 47.4])
const IMPORTED = [land, vaduz, town('r3', 'Ärmel', [9, 47, 9.4, 47.4])]

describe('an imported catalog above the atlas', () => {
  let world: TestCatalog
  const openWorld = async (options: Parameters<typeof testCatalog>[0]) => {
    world = await testCatalog(options)
  }
  afterEach(() => world.close())

  const found = async (id: string) => {
    const answer = await world.catalog.find(reference(id))
    return answer.found ? answer.record.id : answer.deleted ? 'deleted' : null
  }
  const searched = async (text: string) => {
    const question = { text, countries: [], kind: null, adminLevel: null, near: null, limit: 10 }
    return (await world.catalog.search(question)).map(({ record }) => record.id)
  }
  const at = async (lon: number, lat: number) => (await world.catalog.reverse([lon, lat])).map(({ id }) => id)
  const childrenOf = async (id: string, level: number | null = null) => {
    const answer = await world.catalog.find(reference(id))
    assert.ok(answer.found)
    const { adminLevel, children } = await world.catalog.children(answer.record, level)
    return [adminLevel, ...children.map((child) => child.id)]
  }

  test('without an import the atlas answers alone', async () => {
    await openWorld({ atlas: ATLAS })
    assert.equal(await found('iso:LI'), 'iso:LI')
    assert.deepEqual(await searched('Liechtenstein'), ['iso:LI'])
    assert.deepEqual(await at(9.5, 47.2), ['iso:LI', 'iso:LI-01'])
    assert.deepEqual(await childrenOf('iso:LI'), [4, 'iso:LI-02', 'iso:LI-01'])
  })

  test('a superseded boundary is not found, listed or returned by reverse; its id leads to its replacement', async () => {
    await openWorld({ atlas: ATLAS, imported: IMPORTED })
    assert.equal(await found('iso:LI'), 'r1155955')
    assert.deepEqual(await searched('Liechtenstein'), ['r1155955'])
    assert.deepEqual(await at(9.5, 47.2), ['r1155955', 'iso:LI-01', 'r1155956'])
    const upper = await world.catalog.find(reference('iso:LI-01'))
    assert.ok(upper.found)
    assert.deepEqual(
      upper.record.parents.map(({ id }) => id),
      ['r1155955'],
      'its parent is the one that stands now',
    )
    assert.deepEqual(await searched('Upper, Liechtenstein'), ['iso:LI-01'])
  })

  test('subdivisions of both belong to the country as long as none covers it', async () => {
    await openWorld({ atlas: ATLAS, imported: IMPORTED })
    assert.deepEqual(await childrenOf('r1155955'), [4, 'iso:LI-02', 'iso:LI-01'])
    assert.deepEqual(await childrenOf('r1155955', 8), [8, 'r3', 'r1155956'])
  })

  test('in a covered country the import’s subdivisions replace the atlas’s', async () => {
    await openWorld({ atlas: ATLAS, imported: IMPORTED, coveredCountries: ['LI'] })
    assert.equal(await found('iso:LI-01'), null)
    assert.deepEqual(await searched('Upper'), [])
    assert.deepEqual(await childrenOf('r1155955'), [8, 'r3', 'r1155956'])
    assert.deepEqual(await childrenOf('r1155955', 4), [null])
    assert.deepEqual(await at(9.5, 47.2), ['r1155955', 'r1155956'])
  })

  test('a neighbour that the atlas draws over the border of a covered country is not returned there', async () => {
    await openWorld({ atlas: ATLAS, imported: IMPORTED, coveredCountries: ['LI'] })
    assert.deepEqual(await at(9.05, 47.9), ['r1155955'])
    assert.deepEqual(await at(8.5, 47.9), ['iso:CH'])
  })

  test('the same id in both is one boundary, the imported one', async () => {
    await openWorld({
      atlas: [atlasEntry({ id: 'r1155956', name: 'Vaduz (atlas)', searchNames: ['Old Vaduz'] })],
      imported: IMPORTED,
    })
    assert.deepEqual(await searched('Vaduz'), ['r1155956'])
    assert.deepEqual(await searched('Old Vaduz'), [])
    const answer = await world.catalog.find(reference('r1155956'))
    assert.equal(answer.found && answer.record.origin, 'extract')
  })

  test('an id of an earlier atlas leads through the atlas to the imported boundary', async () => {
    const atlas = [
      ...ATLAS.slice(1),
      atlasEntry({ ...ATLAS[0].record, parents: [], supersedes: ['iso:LI-OLD'] }),
    ]
    await openWorld({ atlas })
    assert.equal(await found('iso:LI-OLD'), 'iso:LI')
    await world.store.replace(stream(IMPORTED), { origin: 'extract', coveredCountries: [] })
    assert.equal(await found('iso:LI-OLD'), 'r1155955')
  })

  test('an import is visible at once, and boundaries that it removed are known as deleted', async () => {
    await openWorld({ atlas: ATLAS, imported: IMPORTED, coveredCountries: ['LI'] })
    const version = await world.catalog.version()
    await world.store.replace(stream([land]), { origin: 'extract', coveredCountries: ['LI'] })
    assert.notEqual(await world.catalog.version(), version)
    assert.equal(await found('r1155956'), 'deleted')
    assert.equal(await found('r99'), null)
    assert.deepEqual(await searched('Vaduz'), [])
  })

  test('a record read before an import is replaced by the imported one', async () => {
    await openWorld({ imported: IMPORTED, coveredCountries: ['LI'], atlas: ATLAS })
    const names = async () => (await world.catalog.reverse([9.5, 47.2])).map(({ name }) => name)
    assert.deepEqual(await names(), ['Liechtenstein', 'Vaduz'])
    const renamed = entry({
      id: 'r1155956',
      name: 'Neu-Vaduz',
      parents: [land],
      bbox: vaduz.record.bbox,
      source: { version: 2 },
    })
    await world.store.replace(stream([renamed]), { origin: 'extract', coveredCountries: [] })
    assert.deepEqual(await names(), ['Liechtenstein', 'Neu-Vaduz'])
  })

  test('a Wikidata id with several boundaries returns the best and names the others', async () => {
    const twins = [6, 4, 8].map((adminLevel) =>
      entry({ id: `r${adminLevel}`, name: 'Madrid', adminLevel, wikidata: 'Q5756' }),
    )
    await openWorld({
      imported: twins,
      atlas: [atlasEntry({ id: 'iso:ES-MD', name: 'Madrid', wikidata: 'Q5756' })],
    })
    const answer = await world.catalog.find(reference('Q5756'))
    assert.ok(answer.found)
    assert.equal(answer.record.id, 'r4')
    assert.deepEqual(
      answer.alternatives.map(({ id }) => id),
      ['r6', 'r8'],
    )
  })

  test('the polygon belongs to the record, byte for byte', async () => {
    await openWorld({ atlas: ATLAS, imported: IMPORTED })
    for (const { record, geometry } of [...IMPORTED, ATLAS[1]]) {
      assert.deepEqual(Buffer.from((await world.catalog.geometry(record)).rings), Buffer.from(geometry.rings))
    }
  })
})

describe('reverse', () => {
  test('returns boundaries from the country to the smallest, then postcode areas; borders belong to both sides, ±180 are one', async () => {
    const land = entry({ id: 'r1', name: 'Land', kind: 'country', adminLevel: 2, bbox: [170, -10, -170, 10] })
    const rival = entry({
      id: 'r2',
      name: 'Rival',
      kind: 'country',
      adminLevel: 2,
      bbox: [175, -10, 180, 10],
      areaKm2: 50,
    })
    const west = entry({ id: 'r3', name: 'West', adminLevel: 8, bbox: [179, -1, 180, 1] })
    const east = entry({ id: 'r4', name: 'East', adminLevel: 8, bbox: [-180, -1, -179, 1] })
    const post = entry({
      id: 'r5',
      name: '1234',
      kind: 'postal_code',
      adminLevel: null,
      bbox: [179, -1, 180, 1],
      areaKm2: 900,
    })
    const world = await testCatalog({ imported: [post, east, west, rival, land] })
    try {
      const at = async (lon: number, lat: number) =>
        (await world.catalog.reverse([lon, lat])).map(({ id }) => id)
      assert.deepEqual(await at(179.5, 0), ['r1', 'r2', 'r3', 'r5'])
      assert.deepEqual(await at(-179.5, 0), ['r1', 'r4'])
      assert.deepEqual(await at(180, 0), ['r1', 'r2', 'r3', 'r4', 'r5'])
      assert.deepEqual(await at(-180, 0), ['r1', 'r2', 'r3', 'r4', 'r5'])
      assert.deepEqual(await at(170, 10), ['r1'])
      assert.deepEqual(await at(0, 0), [])
    } finally {
      await world.close()
    }
  })
})

describe('children', () => {
  /** The same land at several levels, drawn once or nearly so; each has those of lower levels among its parents. */
  const sameLand = (
    name: string,
    bbox: BoundaryInput['bbox'],
    levels: readonly (readonly [id: string, adminLevel: number, areaKm2: number])[],
  ): readonly BoundaryEntry[] => {
    const entries: BoundaryEntry[] = []
    for (const [id, adminLevel, areaKm2] of levels)
      entries.push(entry({ id, name, adminLevel, bbox, areaKm2, parents: [...entries] }))
    return entries
  }

  test('the same land at another level is not a child: the level below it is taken', async () => {
    const warsaws = sameLand(
      'Warszawa',
      [20.8, 52, 21.3, 52.4],
      [
        ['r336075', 6, 517],
        ['r2907540', 7, 517.2],
        ['r336074', 8, 517],
      ],
    )
    const district = entry({
      id: 'r2536107',
      name: 'Mokotów',
      adminLevel: 9,
      bbox: [21, 52.1, 21.1, 52.2],
      areaKm2: 35,
      parents: warsaws,
    })
    const world = await testCatalog({ imported: [...warsaws, district] })
    try {
      for (const { record } of warsaws) {
        const { adminLevel, children } = await world.catalog.children(record, null)
        assert.deepEqual([adminLevel, ...children.map(({ id }) => id)], [9, 'r2536107'])
      }
      for (const level of [7, 8])
        assert.deepEqual((await world.catalog.children(warsaws[0].record, level)).children, [])
      assert.deepEqual(await world.catalog.children(district.record, null), {
        adminLevel: null,
        children: [],
        notes: ['No subdivisions of this boundary are known.'],
      })
      const answer = await world.catalog.find(reference('r336074'))
      assert.ok(answer.found)
      assert.deepEqual(
        answer.record.parents.map(({ id }) => id),
        ['r336075', 'r2907540'],
      )
    } finally {
      await world.close()
    }
  })

  test('a commune that is its whole country is not its child; its wards are', async () => {
    const monacos = sameLand(
      'Monaco',
      [7.4, 43.5, 7.44, 43.75],
      [
        ['r1124039', 2, 2.08],
        ['r2220322', 8, 2.07],
      ],
    )
    const ward = (id: string, name: string, bbox: BoundaryInput['bbox']) =>
      entry({ id, name, adminLevel: 10, bbox, areaKm2: 1, parents: monacos })
    const wards = [
      ward('r5986436', 'Fontvieille', [7.4, 43.5, 7.42, 43.75]),
      ward('r5986438', 'Monte-Carlo', [7.42, 43.5, 7.44, 43.75]),
    ]
    const world = await testCatalog({ imported: [...monacos, ...wards] })
    try {
      for (const { record } of monacos) {
        const { adminLevel, children } = await world.catalog.children(record, null)
        assert.deepEqual(
          [adminLevel, ...children.map(({ name }) => name)],
          [10, 'Fontvieille', 'Monte-Carlo'],
        )
      }
    } finally {
      await world.close()
    }
  })
})
