/**
 * Which borders of a country are the country: forged ones that share most of the true border, and real ones that the atlas draws
 * otherwise. GEOS measures the land, so that the rule does not judge itself.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { bboxOf } from '../../src/domain/geometry/bbox.ts'
import { unionMinus } from '../../src/domain/geometry/boolean.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { polygonsOf, ringPart } from '../../src/domain/geometry/parts.ts'
import { type BBox, type Rings, ringCount, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { casesOf } from '../cases.ts'
import { areaOf, overlayAreas } from '../support/geos.ts'
import { boxRing, ringsOf, seededRandom } from '../support/shapes.ts'
import { outlinesOf } from './deliver.ts'
import { fetchTo } from './deliver-to.ts'
import { type KnownWorldOfTest, openKnownWorld } from './known-world.ts'

const FORGERIES = casesOf('forged borders of countries')
const COUNTRIES = ['LU', 'LI', 'AD', 'SI', 'CH', 'MD', 'UY', 'LS']

interface Drawn {
  readonly record: BoundaryRecord
  readonly rings: Rings
}

describe('the border of a country', () => {
  let world: KnownWorldOfTest
  before(async () => {
    world = await openKnownWorld()
  })
  after(() => world.close())

  const inAtlas = async (code: string): Promise<Drawn> => {
    const [record] = await world.atlas.find({ by: 'iso', code })
    return { record, rings: decodeRings((await world.atlas.geometry(record.id))!.rings) }
  }
  const fetchAs = async (
    number: number,
    rings: Rings,
    tags: Readonly<Record<string, string>>,
  ): Promise<void> => {
    // Each time as if the map was never asked.
    await fetchTo(world, {
      number,
      tags: { type: 'boundary', boundary: 'administrative', ...tags },
      label: null,
      rings: outlinesOf(rings),
    })
  }
  const holderOf = async (code: string): Promise<BoundaryRecord> => {
    const found = await world.catalog.find({ by: 'iso', code })
    assert.ok(found.found)
    return found.record
  }

  test('that shares most of the true one takes the country only within the stated shares of land', async () => {
    const random = seededRandom(95)
    const outcomes = { taken: 0, refused: 0 }
    for (let index = 0; index < FORGERIES; index++) {
      const code = COUNTRIES[index % COUNTRIES.length]
      const { record, rings } = await inAtlas(code)
      const forged = withSquare(rings, random)
      const { intersection: both } = overlayAreas(forged, rings)
      const shares = [both / areaOf(forged), both / areaOf(rings)]
      const required = Math.max(0.5, 0.98 - (0.15 * lengthKm(rings)) / record.areaKm2)
      const least = Math.min(...shares)
      if (Math.abs(least - required) < 0.002) continue
      const tags = { admin_level: '2', name: record.name, 'ISO3166-1': code }
      const says = `${code}: ${shares.map((share) => share.toFixed(4))} of ${required.toFixed(4)}`
      await fetchAs(9_100_000_001 + index, forged, tags)
      assert.deepEqual(await holderOf(code), record, `with another number, ${says}`)
      await fetchAs(Number(record.id.slice(1)), forged, tags)
      const { id, origin } = await holderOf(code)
      const isTaken = least >= required
      outcomes[isTaken ? 'taken' : 'refused']++
      assert.deepEqual([id, origin], [record.id, isTaken ? 'live' : 'atlas'], `with its number, ${says}`)
      await world.fetched.remove([record.id])
      assert.deepEqual(await holderOf(code), record, 'it can be taken back')
    }
    assert.ok(outcomes.taken >= 3 && outcomes.refused >= 3, JSON.stringify(outcomes))
  })

  for (const [code, reachDegrees] of [
    ['KI', 0.2],
    ['BS', 0.2],
    ['MV', 0.2],
    ['MH', 0.2],
    ['TO', 0.2],
  ] as const)
    test(`that reaches far into the sea is the border of ${code}`, async () => {
      const { record, rings } = await inAtlas(code)
      const sea = unionMinus(
        polygonsOf(rings).map((polygon) => around(polygon, reachDegrees)),
        [],
      )
      const number = Number(record.id.slice(1))
      await fetchAs(number, sea, {
        admin_level: String(record.adminLevel),
        name: record.name,
        'ISO3166-1': code,
      })
      const { id, origin, kind, areaKm2 } = await holderOf(code)
      assert.deepEqual([id, origin, kind], [record.id, 'live', 'country'])
      assert.ok(areaKm2 > 2 * record.areaKm2)
    })

  for (const [where, ocean] of [
    ['beside its islands', [-74.5, 24, -30, 27]],
    ['apart from them', [-55, 24, -50, 27]],
    ['far off, a bit of it', [-55, 24, -54.2, 24.8]],
  ] as const satisfies readonly (readonly [string, BBox])[])
    test(`that takes an ocean, ${where}, is not the border of the Bahamas`, async () => {
      const { record, rings } = await inAtlas('BS')
      const sea = polygonsOf(rings).map((polygon) => around(polygon, 0.2))
      const forged = unionMinus([...sea, ringsOf([[boxRing(ocean[0], ocean[1], ocean[2], ocean[3])]])], [])
      await world.fetched.remove([record.id])
      const tags = { admin_level: String(record.adminLevel), name: record.name, 'ISO3166-1': 'BS' }
      await fetchAs(Number(record.id.slice(1)), forged, tags)
      assert.deepEqual(await holderOf('BS'), record)
      const [conflict] = (await world.fetched.conflicts()).filter(({ id }) => id === record.id)
      assert.match(conflict.reason, /^It reaches far beyond Bahamas \(r547469\)/)
    })

  test('at level 3 is that of the Netherlands, with their sea; the Kingdom is another place', async () => {
    const { record, rings } = await inAtlas('NL')
    const sea = unionMinus([rings, ringsOf([[boxRing(2.6, 51.75, 4, 53.4)]])], [])
    await fetchAs(47_796, sea, { admin_level: '3', name: 'Nederland', 'ISO3166-1': 'NL', wikidata: 'Q55' })
    assert.deepEqual(
      [(await holderOf('NL')).origin, (await holderOf('NL')).kind, record.adminLevel],
      ['live', 'country', 3],
    )
    const kingdom = unionMinus([sea, (await inAtlas('AW')).rings, (await inAtlas('CW')).rings], [])
    await fetchAs(2_323_309, kingdom, {
      admin_level: '2',
      name: 'Koninkrijk der Nederlanden',
      wikidata: 'Q29999',
    })
    const found = await world.catalog.find({ by: 'relation', number: 2_323_309 })
    assert.ok(found.found)
    assert.deepEqual([(await holderOf('NL')).id, found.record.kind], ['r47796', 'country'])
    assert.deepEqual(
      await world.fetched.conflicts(),
      (await world.fetched.conflicts()).filter(({ id }) => id !== 'r2323309'),
    )
  })

  test('of Metropolitan France replaces its mainland, and France stays', async () => {
    const { record } = await inAtlas('FR')
    const mainland = decodeRings((await world.atlas.geometry('r1403916' as BoundaryId))!.rings)
    await fetchAs(1_403_916, mainland, {
      admin_level: '3',
      name: 'France métropolitaine',
      'ISO3166-1': 'FX',
      wikidata: 'Q212429',
    })
    const found = await world.catalog.find({ by: 'relation', number: 1_403_916 })
    assert.ok(found.found)
    assert.deepEqual(
      [
        found.record.origin,
        found.record.kind,
        found.record.country,
        found.record.parents.map(({ id }) => id),
      ],
      ['live', 'region', 'FR', ['r2202162']],
    )
    assert.deepEqual(await holderOf('FR'), record)
  })
})

/** Adds a square to the country or cuts it out, on its border: 0.1 to 20 % of its land. The rest of the border is the true one. */
const withSquare = (rings: Rings, random: () => number): Rings => {
  const longest = pairsOf(
    Array.from({ length: ringCount(rings) }, (_, ring) => ringPart(rings, ring)).reduce((a, b) =>
      b.length > a.length ? b : a,
    ),
  )
  const [lon, lat] = longest[Math.floor(random() * longest.length)].map((units) => units / UNITS_PER_DEGREE)
  const share = 10 ** (-3 + 2.3 * random())
  // Half of a square on the border lies in the country.
  const half = Math.sqrt(2 * share * areaOf(rings)) / 2
  const square = ringsOf([[boxRing(lon - half, lat - half, lon + half, lat + half)]])
  return random() < 0.5 ? unionMinus([rings, square], []) : unionMinus([rings], [square])
}

const around = (polygon: Rings, degrees: number): Rings => {
  const [west, south, east, north] = bboxOf(polygon)
  return ringsOf([
    [
      boxRing(
        Math.max(-180, west - degrees),
        south - degrees,
        Math.min(180, east + degrees),
        north + degrees,
      ),
    ],
  ])
}

const pairsOf = (flat: ArrayLike<number>): [number, number][] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index], flat[2 * index + 1]])

/** On a sphere of 6,371 km. */
const lengthKm = (rings: Rings): number => {
  let km = 0
  for (const outline of outlinesOf(rings))
    outline.forEach(([lon, lat], index) => {
      const [lon2, lat2] = outline[(index + 1) % outline.length]
      const [a, b] = [lat, lat2].map((degrees) => (degrees * Math.PI) / 180)
      const dLon = ((lon2 - lon) * Math.PI) / 180
      km +=
        2 *
        6371 *
        Math.asin(Math.sqrt(Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(dLon / 2) ** 2))
    })
  return km
}
