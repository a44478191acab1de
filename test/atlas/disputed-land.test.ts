/** The bundled disputes, and how their land is assembled. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { disputedLand, unmappedLand, withAdministered } from '../../scripts/atlas/disputed-land.ts'
import type { Place } from '../../scripts/atlas/place.ts'
import { type DisputeEntry, readDisputes } from '../../scripts/atlas/read-disputes.ts'
import { bboxOf } from '../../src/domain/geometry/bbox.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { INSIDE, locate, toUnits } from '../../src/domain/geometry/contains.ts'
import type { GeoJsonArea } from '../../src/domain/geometry/geojson-rings.ts'
import type { BBox } from '../../src/domain/geometry/rings.ts'
import { bundledDisputes } from '../../src/sources/atlas/bundled-disputes.ts'
import { boxRing, ringsOf } from '../support/shapes.ts'

const DATA = fileURLToPath(new URL('../../data/atlas', import.meta.url))

const place = (iso: string, box: BBox, parent: Place | null = null): Place => ({
  layer: parent === null ? 'countries' : 'subdivisions',
  datasets: ['openstreetmap'],
  name: iso,
  names: {},
  otherNames: [],
  country: iso.slice(0, 2),
  iso,
  isoAliases: [],
  relation: null,
  wikidata: null,
  fips: null,
  population: null,
  adminLevel: parent === null ? 2 : 4,
  tags: {},
  parent,
  geometry: ringsOf([[boxRing(...box)]]),
})

const AA = place('AA', [0, 0, 10, 10])
const PLACES = [
  AA,
  place('BB', [8, 0, 20, 10]),
  place('AA-1', [0, 0, 4, 10], AA),
  place('AA-2', [4, 0, 9, 10], AA),
]

const COUNTRIES = new Map(
  PLACES.filter(({ parent }) => parent === null).map((country) => [country.country, country]),
)

/** An island in the sea, and the land of BB. */
const COASTLINES: readonly GeoJsonArea[] = [
  [30, 5, 31, 6],
  [8, 0, 20, 10],
].map(([west, south, east, north]) => ({ type: 'Polygon', coordinates: [boxRing(west, south, east, north)] }))

const boxOfLand = (where: Partial<DisputeEntry>): BBox => {
  const entry = { area: 'Land', claimants: ['AA', 'BB'], administered_by: [], source: '', ...where }
  return bboxOf(disputedLand([entry], PLACES, unmappedLand([entry], COUNTRIES, COASTLINES))[0].land)
}

test('land is units, shared land, the land in a box, or land without a unit or a country', () => {
  assert.deepEqual(boxOfLand({ units: ['AA-1'] }), [0, 0, 4, 10])
  assert.deepEqual(boxOfLand({ shared: true }), [8, 0, 10, 10])
  assert.deepEqual(boxOfLand({ inside: 'BB', near: [15, 5, 30, 30] }), [15, 5, 20, 10])
  assert.deepEqual(boxOfLand({ rest_of: 'AA', near: [0, 0, 20, 5] }), [9, 0, 10, 5])
  assert.deepEqual(boxOfLand({ nobody: true, near: [19, 5, 21, 6] }), [20, 5, 21, 6])
  assert.deepEqual(boxOfLand({ islands: true, near: [7, 0, 40, 10] }), [30, 5, 31, 6])
})

test('land without a polygon becomes part of the one country that administers it, and stays disputed', () => {
  const entry = {
    area: 'Land',
    claimants: ['AA', 'BB'],
    source: '',
    nobody: true,
    near: [19, 5, 21, 6],
  } as const
  const widthOf = (administered_by: readonly string[]): BBox => {
    const unmapped = unmappedLand([{ ...entry, administered_by }], COUNTRIES, [])
    return bboxOf(withAdministered(COUNTRIES, unmapped).get('BB')!.geometry)
  }
  assert.deepEqual(widthOf(['BB']), [8, 0, 21, 10])
  assert.deepEqual(widthOf([]), [8, 0, 20, 10])
  assert.deepEqual(widthOf(['AA', 'BB']), [8, 0, 20, 10])
})

test('a box limits it', () => {
  assert.deepEqual(boxOfLand({ units: ['AA-1'], shared: true, near: [3, 1, 9, 2] }), [3, 1, 9, 2])
})

test('an entry without land, or with a place missing from the atlas, fails the build', () => {
  assert.throws(() => boxOfLand({ inside: 'AA', near: [50, 0, 51, 1] }), /Land has no land/)
  assert.throws(() => boxOfLand({ units: ['AA-9'] }), /The atlas has no AA-9/)
})

test('every dispute is bundled as listed, with land in its box', async () => {
  const entries = readDisputes(`${DATA}/disputed.yaml`)
  const bundled = await bundledDisputes(DATA)()
  assert.deepEqual(
    bundled.map(({ bbox: _, land: __, ...claims }) => claims),
    entries.map(({ area, claimants, administered_by, condominium, source }) => ({
      area,
      claimants,
      administeredBy: administered_by,
      isCondominium: condominium ?? false,
      source,
    })),
  )
  for (const { area, bbox, land } of bundled) assert.deepEqual(bboxOf(decodeRings(land)), bbox, area)
})

/** Towns in well-known disputes. */
const TOWNS: readonly (readonly [town: string, lon: number, lat: number, area: string])[] = [
  ['Sevastopol', 33.522, 44.605, 'Crimea'],
  ['Donetsk', 37.803, 48.023, 'Donetsk, Kherson, Luhansk and Zaporizhzhia oblasts'],
  ['Pristina', 21.166, 42.667, 'Kosovo'],
  ['Kyrenia', 33.32, 35.33, 'Northern Cyprus'],
  ['Sukhumi', 41.02, 43.0, 'Abkhazia'],
  ['Katzrin', 35.69, 32.99, 'Golan Heights'],
  ['Ramallah', 35.2, 31.9, 'West Bank and Gaza Strip, and the land between the armistice lines'],
  ['Srinagar', 74.8, 34.08, 'Kashmir'],
  ['Itanagar', 93.61, 27.09, 'Arunachal Pradesh'],
  ['Taipei', 121.56, 25.04, 'Taiwan, Kinmen, Matsu and the islands in the strait'],
  ['Kurilsk', 147.88, 45.23, 'Southern Kuril Islands'],
  ['Hargeisa', 44.06, 9.56, 'Somaliland'],
  ['Halaib', 36.63, 22.22, 'Halaib Triangle'],
  ['Punta Gorda', -88.81, 16.1, 'South of Belize'],
  ['Bartica', -58.62, 6.4, 'Essequibo'],
]

for (const [town, lon, lat, area] of TOWNS)
  test(`${town} lies in the dispute about ${area}`, async () => {
    const found = (await bundledDisputes(DATA)()).filter(
      ({ land }) => locate(decodeRings(land), toUnits(lon), toUnits(lat)) === INSIDE,
    )
    assert.deepEqual(
      found.map((dispute) => dispute.area),
      [area],
    )
  })
