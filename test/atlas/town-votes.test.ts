import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from '../../scripts/atlas/place.ts'
import { checkVotes, type Town } from '../../scripts/atlas/town-votes.ts'
import { EMPTY_RINGS, type Rings } from '../../src/domain/geometry/rings.ts'
import { boxRing, ringsOf } from '../support/shapes.ts'

const NO_CODES = { officialNames: () => [], agrees: () => false }
const NOTHING = new Map<string, string>()

const place = (iso: string, name: string, geometry: Rings, parent: Place | null): Place => ({
  layer: parent === null ? 'countries' : 'subdivisions',
  datasets: ['openstreetmap'],
  name,
  names: {},
  otherNames: [],
  country: 'EC',
  iso,
  isoAliases: [],
  relation: null,
  wikidata: null,
  fips: null,
  population: null,
  adminLevel: parent === null ? 2 : 4,
  tags: {},
  parent,
  geometry,
})

const WEST = ringsOf([[boxRing(0, 0, 10, 10)]])
const EAST = ringsOf([[boxRing(10, 0, 20, 10)]])
const ECUADOR = place('EC', 'Ecuador', EMPTY_RINGS, null)
const country = (west: string, east: string): readonly Place[] => [
  ECUADOR,
  place('EC-W', west, WEST, ECUADOR),
  place('EC-E', east, EAST, ECUADOR),
]

const NAPO = { code: 'EC.23', name: 'Napo' }
const TUNGURAHUA = { code: 'EC.19', name: 'Tungurahua' }
const town = (lon: number, population: number, division: Town['divisions'][number]): Town => ({
  lon,
  lat: 5,
  population,
  divisions: [division],
})
const TOWNS = [
  town(2, 300_000, TUNGURAHUA),
  town(4, 9_000, TUNGURAHUA),
  town(12, 17_000, NAPO),
  town(14, 7_000, NAPO),
]

test("places with the names of their towns' divisions pass", () => {
  assert.deepEqual(checkVotes(country('Tungurahua', 'Napo'), TOWNS, NO_CODES, NOTHING), [])
})

test('two places with swapped polygons are refused', () => {
  assert.deepEqual(checkVotes(country('Napo', 'Tungurahua'), TOWNS, NO_CODES, NOTHING), [
    'EC-W Napo has the 2 towns of EC.19 Tungurahua.',
    'EC-E Tungurahua has the 2 towns of EC.23 Napo.',
  ])
})

test('a name closer to a sibling’s is refused', () => {
  const towns = [
    town(2, 100, { code: 'AF.29', name: 'Paktika' }),
    town(12, 100, { code: 'AF.36', name: 'Paktia' }),
  ]
  assert.equal(checkVotes(country('Paktia', 'Paktika'), towns, NO_CODES, NOTHING).length, 2)
  assert.deepEqual(checkVotes(country('Paktika', 'Paktia'), towns, NO_CODES, NOTHING), [])
})

test('an explained contradiction passes, and an obsolete explanation is refused', () => {
  const explained = new Map([['EC-W', 'EC.19']])
  assert.deepEqual(checkVotes(country('Ambato', 'Napo'), TOWNS, NO_CODES, explained), [])
  assert.deepEqual(checkVotes(country('Tungurahua', 'Napo'), TOWNS, NO_CODES, explained), [
    'votes.yaml explains EC-W EC.19, but the towns do not contradict it.',
  ])
})

test('a division with other land as well proves nothing', () => {
  const sierra = { code: 'EC.0', name: 'Sierra' }
  const towns = TOWNS.map((one) => ({ ...one, divisions: [sierra] }))
  assert.deepEqual(
    checkVotes(
      [
        ECUADOR,
        ...country('A', 'B').slice(1),
        place('EC-N', 'C', ringsOf([[boxRing(0, 10, 20, 20)]]), ECUADOR),
      ],
      [...towns, { ...town(5, 900_000, sierra), lat: 15 }, { ...town(6, 9_000, sierra), lat: 15 }],
      NO_CODES,
      NOTHING,
    ),
    [],
  )
})
