/** How a search orders what is known and what a stranger may have drawn, with the bundled atlas below both stores. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { type BoundaryReference, parseBoundaryReference } from '../../src/domain/boundary/id.ts'
import type { BoundaryStore } from '../../src/domain/catalog/ports.ts'
import type { SearchQuestion } from '../../src/domain/catalog/search-question.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { ringPart } from '../../src/domain/geometry/parts.ts'
import { type Position, ringCount, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { type BoundaryInput, boundary, stream } from '../support/boundary-entries.ts'
import { fetchTo } from './deliver-to.ts'
import { type KnownWorldOfTest, openKnownWorld } from './known-world.ts'

let world: KnownWorldOfTest
beforeEach(async () => {
  world = await openKnownWorld()
})
afterEach(() => world.close())

const search = async (
  text: string,
  more: Partial<SearchQuestion> = {},
): Promise<readonly BoundaryRecord[]> => {
  const question = { text, countries: [], kind: null, adminLevel: null, near: null, limit: 10, ...more }
  return (await world.catalog.search(question)).map(({ record }) => record)
}
const ids = async (text: string, more?: Partial<SearchQuestion>): Promise<readonly string[]> =>
  (await search(text, more)).map(({ id }) => id)

const known = async (id: string): Promise<BoundaryRecord> => {
  const answer = await world.catalog.find(parseBoundaryReference(id) as BoundaryReference)
  assert.ok(answer.found)
  return answer.record
}

const storing =
  (storeOf: () => BoundaryStore, origin: 'live' | 'extract') =>
  async (...inputs: readonly BoundaryInput[]): Promise<void> => {
    const entries = inputs.map((input) => boundary({ areaKm2: 1, ...input, origin }))
    await storeOf().replace(stream(entries), { origin, coveredCountries: [] })
  }
const fetched = storing(() => world.fetched, 'live')
const imported = storing(() => world.imports, 'extract')

const drawn = (name: string, more: Partial<BoundaryInput> = {}): BoundaryInput => ({
  id: 'r9400000001',
  name,
  ...more,
})

/** As if its whole answer was fetched again, with other tags. */
const fetchAgain = async (code: string, tags: Readonly<Record<string, string>>): Promise<BoundaryRecord> => {
  const record = await known(code)
  const { rings } = (await world.atlas.geometry(record.id))!
  const decoded = decodeRings(rings)
  const outlines = Array.from({ length: ringCount(decoded) }, (_, ring) => {
    const flat = ringPart(decoded, ring)
    return Array.from(
      { length: flat.length / 2 },
      (_, at): Position => [flat[2 * at] / UNITS_PER_DEGREE, flat[2 * at + 1] / UNITS_PER_DEGREE],
    )
  })
  const number = Number(record.id.slice(1))
  await fetchTo(world, {
    number,
    tags: {
      type: 'boundary',
      boundary: 'administrative',
      admin_level: String(record.adminLevel),
      name: record.name,
      'ISO3166-1': code,
      ...tags,
    },
    label: null,
    rings: outlines,
  })
  const found = await known(code)
  assert.deepEqual([found.id, found.origin], [record.id, 'live'])
  return found
}

describe('an object that a stranger may have drawn', () => {
  for (const [text, id] of [
    ['840', 'r148838'],
    ['US', 'r148838'],
    ['fra', 'r2202162'],
    ['US CA', 'r165475'],
    ['DEBY', 'r2145268'],
    ['06075', 'fips:06075'],
    ['Deutschland', 'r51477'],
    ['Freistaat Bayern', 'r2145268'],
  ] as const)
    for (const adminLevel of [2, 8])
      test(`named "${text}" at level ${adminLevel} comes after the boundary with this name or code`, async () => {
        const [before] = await ids(text)
        await fetched(drawn(text, { adminLevel, names: { en: text, de: text }, population: 9e9 }))
        const found = await ids(text)
        assert.deepEqual([before, found[0], found.includes('r9400000001')], [id, id, true])
      })

  test('comes after a known boundary however near it is', async () => {
    await fetched(drawn('Georgia', { bbox: [25, 42, 25.01, 42.01] }))
    const found = await ids('Georgia', { near: [25, 42] })
    assert.equal(found.indexOf('r9400000001'), 2, found.join())
  })

  for (const [text, forged, id] of [
    ['Paris, France', 'Paris, France', 'r71525'],
    ['State of Texas', 'State of Texas', 'r114690'],
    ['Lichtenstien', 'Lichtenstien', 'r1155955'],
    ['Vaduz, Principality of Liechtenstein', 'Principality of Liechtenstein', 'iso:LI-11'],
    ['Bavariaa, Germny', 'Germny', 'r2145268'],
    // One letter from the query, while the country is two away.
    ['Lichtenstien', 'Lichtenstiem', 'r1155955'],
  ] as const)
    test(`named "${forged}" does not end the search for "${text}"`, async () => {
      const [before] = await ids(text)
      await fetched(drawn(forged))
      const found = await ids(text)
      assert.equal(before, id)
      assert.ok(found.includes(id), found.join())
    })

  test('alone with a name is found by it, and is a parent of what lies in it', async () => {
    const town = drawn('Zwölfhausen', { id: 'r9400000002', adminLevel: 6 })
    await fetched(town, drawn('Oberstadt', { parents: [boundary(town)] }))
    assert.deepEqual(await ids('Zwölfhausen'), ['r9400000002'])
    assert.deepEqual(await ids('Oberstadt, Zwölfhausen'), ['r9400000001'])
  })

  test('with the land and the name of a known boundary does not stand for it under a name of its own', async () => {
    const { name, bbox, areaKm2 } = await known('fips:41039')
    assert.deepEqual((await ids('Lane Coun')).slice(0, 1), ['fips:41039'])
    await fetched(drawn(name, { bbox, areaKm2, searchNames: ['Lane Coun'] }))
    assert.deepEqual((await ids('Lane Coun')).slice(0, 2), ['r9400000001', 'fips:41039'])
  })

  test('is not lifted by its population, its place or its names', async () => {
    const names = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`l${at}`, 'Zwölfhausen']))
    await fetched(
      drawn('Zwölfhausen', { id: 'r9400000002', population: 9e9, names }),
      drawn('Zwölfhausen', { id: 'r9400000001', bbox: [5, 5, 6, 6] }),
    )
    assert.deepEqual(await ids('Zwölfhausen'), ['r9400000001', 'r9400000002'])
  })

  test('is never one of many that crowd out a known boundary', async () => {
    const country = await known('LI')
    await fetched(
      { ...country, parents: [], id: country.id, supersedes: [country.id], probablePopulation: 38_000 },
      ...Array.from({ length: 60 }, (_, at) =>
        drawn('Liechtenstein', {
          id: `r${9_400_000_000 + at}`,
          adminLevel: 2,
          areaKm2: 1e6,
          bbox: [at, 0, at + 0.5, 1],
        }),
      ),
    )
    const [first] = await search('Liechtenstein')
    assert.deepEqual([first.id, first.origin], [country.id, 'live'])
  })
})

describe('a country that was fetched again', () => {
  test('keeps its place in searches, whatever its tags say', async () => {
    const then = await ids('Luxembourg')
    const { population } = await known('LU')
    const record = await fetchAgain('LU', { population: '1', 'name:fr': 'Luxembourg' })
    assert.deepEqual([record.population, record.probablePopulation], [1, population])
    assert.deepEqual(await ids('Luxembourg'), then)
  })

  test('stands before what an import of a part of another country has under its name', async () => {
    await imported(drawn('Monaco', { country: 'US', population: 7_000 }))
    await fetchAgain('MC', {})
    assert.deepEqual((await ids('Monaco')).slice(0, 2), [(await known('MC')).id, 'r9400000001'])
  })
})

describe('what an import has and nothing confirms', () => {
  test('comes after known boundaries and before fetched objects', async () => {
    const large = { adminLevel: 2, areaKm2: 1e6, population: 9e9 }
    await imported(drawn('Georgia', { id: 'r9400000002', ...large }))
    await fetched(drawn('Georgia', { adminLevel: 2, bbox: [5, 5, 6, 6] }))
    assert.deepEqual((await ids('Georgia')).slice(2, 4), ['r9400000002', 'r9400000001'])
  })

  test('is judged by its distance where a point is given', async () => {
    await imported(drawn('Georgia', { bbox: [-123.3, 44, -123.2, 44.1] }))
    assert.equal((await ids('Georgia', { near: [-123.25, 44.05] }))[0], 'r9400000001')
  })
})
