/** Names of other places: what the build drops from the atlas. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { borrowedNames, type NamedPlace } from '../../scripts/atlas/borrowed-names.ts'
import type { NameSource } from '../../scripts/atlas/place.ts'
import { foldName } from '../../src/domain/catalog/fold.ts'
import type { Town } from '../../src/domain/gazetteer/ports.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { NAME_WORDS } from '../support/name-words.ts'

interface Fields {
  readonly name: string
  readonly names?: Readonly<Record<string, string>>
  /** Names by source. */
  readonly others?: Partial<Readonly<Record<NameSource, string>>>
  readonly parent?: NamedPlace
  readonly level?: number
  readonly people?: number
  readonly areaKm2?: number
  /** Longitudes from and to. */
  readonly land: readonly [west: number, east: number]
}

const place = ({
  name,
  names = {},
  others = {},
  parent,
  level = 4,
  people = 1e6,
  areaKm2 = 1e4,
  land,
}: Fields): NamedPlace => ({
  iso: name,
  fips: null,
  wikidata: null,
  parent: parent ?? null,
  adminLevel: parent === undefined ? 2 : level,
  isCountry: parent === undefined,
  name,
  names,
  otherNames: Object.entries(others).map(([source, other]) => ({
    name: other,
    source: source as NameSource,
  })),
  people,
  areaKm2,
  contains: ([lon]) => lon >= land[0] && lon <= land[1],
})

const town = (name: string, lon: number, population: number, ...others: readonly string[]) => ({
  names: [name, ...others].map(foldName),
  town: {
    name,
    countryCode: 'XX',
    admin1: null,
    admin2: null,
    region: null,
    population,
    position: [lon, 0] as Position,
    seatOrder: null,
    isSection: false,
  } satisfies Town,
})

const COUNTRY = place({ name: 'Arcadia', names: { de: 'Arkadien' }, people: 1e8, land: [0, 100] })

const borrowed = (
  places: readonly NamedPlace[],
  towns: readonly ReturnType<typeof town>[] = [],
  areNamesakes = false,
): readonly string[] =>
  borrowedNames([COUNTRY, ...places], {
    towns: {
      named: (name) =>
        towns
          .filter(({ names }) => names.includes(name))
          .map((each) => each.town)
          .sort((a, b) => b.population - a.population),
    },
    words: NAME_WORDS,
    areNamesakes: () => areNamesakes,
  }).map((each) => `${each.place.name}: ${each.name}`)

const unit = (fields: Omit<Fields, 'parent'>): NamedPlace => place({ parent: COUNTRY, ...fields })

test('an alias that siblings share belongs to the one that is called so most firmly, else to none', () => {
  const north = unit({ name: 'Nord', others: { a: 'Midlands' }, land: [0, 10] })
  const south = unit({ name: 'Sud', others: { a: 'Midlands' }, land: [10, 20] })
  const middle = unit({ name: 'Mitte', names: { fr: 'Midlands' }, land: [20, 30] })
  assert.deepEqual(borrowed([north, south]), ['Nord: midlands', 'Sud: midlands'])
  assert.deepEqual(borrowed([north, south, middle]), ['Nord: midlands', 'Sud: midlands'])
  assert.deepEqual(borrowed([north, middle]), ['Nord: midlands'])
  assert.deepEqual(borrowed([north, south], [], true), [])
})

test('among equals it belongs to the one whose name it is with another level word, or whose town has it', () => {
  const [nairobi, eastern] = [
    unit({ name: 'Nairobi', others: { a: 'Nairobi District' }, land: [0, 10] }),
    unit({ name: 'Eastern', others: { a: 'Nairobi District' }, land: [10, 20] }),
  ]
  assert.deepEqual(borrowed([nairobi, eastern]), ['Eastern: nairobi district'])
  const [minsk, region] = [
    unit({ name: 'Minsk', others: { a: 'Minsk Oblast' }, land: [0, 1] }),
    unit({ name: 'Minsk Region', others: { a: 'Minsk Oblast' }, land: [2, 20] }),
  ]
  assert.deepEqual(borrowed([minsk, region]), ['Minsk: minsk oblast'])
  const [valmiera, rauna] = [
    unit({ name: 'Valmiera', others: { a: 'Wolmar' }, land: [0, 10] }),
    unit({ name: 'Rauna', others: { a: 'Wolmar' }, land: [10, 20] }),
  ]
  assert.deepEqual(borrowed([valmiera, rauna], [town('Valmiera', 5, 2e4, 'Wolmar')]), ['Rauna: wolmar'])
})

test('places of other parents or levels may share a name', () => {
  const other = place({ name: 'Ruritania', people: 1e8, land: [200, 300] })
  const one = unit({ name: 'Nord', others: { a: 'Victoria' }, land: [0, 10] })
  const below = unit({ name: 'Dorf', level: 6, others: { a: 'Victoria' }, land: [0, 5] })
  const abroad = place({ name: 'Sud', parent: other, others: { a: 'Victoria' }, land: [200, 250] })
  assert.deepEqual(borrowed([one, below, other, abroad]), [])
})

test('a part has no name of its whole, in any language, unless it is called so by itself', () => {
  const region = unit({ name: 'Emilia-Romagna', names: { es: 'Emilia-Romaña' }, land: [0, 50] })
  const part = (fields: Omit<Fields, 'land'>) => place({ parent: region, level: 6, land: [0, 10], ...fields })
  assert.deepEqual(borrowed([region, part({ name: 'Bologna', others: { a: 'Emilia-Romaña' } })]), [
    'Bologna: emilia romana',
  ])
  assert.deepEqual(borrowed([region, part({ name: 'Modena', others: { a: 'Emilia' } })]), ['Modena: emilia'])
  assert.deepEqual(borrowed([region, part({ name: 'Parma', names: { de: 'Arkadien' } })]), [
    'Parma: arkadien',
  ])
  assert.deepEqual(borrowed([unit({ name: 'Arcadia', names: { de: 'Arkadien' }, land: [0, 10] })]), [])
})

test('a region is not called like a town in it, or a larger one elsewhere, unless it is named for the town', () => {
  const nineveh = unit({ name: 'Nineveh', others: { a: 'Mosul' }, land: [0, 10] })
  const mosul = town('Mosul', 5, 5e5)
  assert.deepEqual(borrowed([nineveh], [mosul]), ['Nineveh: mosul'])
  assert.deepEqual(borrowed([nineveh], [town('Mosul', 50, 5e5)]), [])
  assert.deepEqual(borrowed([nineveh], [town('Mosul', 50, 5e6)]), ['Nineveh: mosul'])
  const lviv = unit({ name: 'Lviv', others: { a: 'Lemberg' }, land: [0, 10] })
  assert.deepEqual(borrowed([lviv], [town('Lviv', 5, 7e5, 'Lemberg')]), [])
  const county = unit({ name: 'Franklin County', others: { f: 'Franklin' }, people: 1e4, land: [0, 10] })
  assert.deepEqual(borrowed([county], [town('Franklin', 50, 1e5)]), [])
})

test('a name of a city beside the region is not the region’s', () => {
  const city = unit({ name: 'Petersburg', land: [40, 41] })
  const oblast = unit({
    name: 'Leningradskaja',
    names: { es: 'Leningrado' },
    others: { c: 'Leningrad' },
    land: [0, 39],
  })
  const towns = [town('Petersburg', 40.5, 5e6, 'Leningrad', 'Leningrado')]
  assert.deepEqual(borrowed([city, oblast], towns).toSorted(), [
    'Leningradskaja: leningrad',
    'Leningradskaja: leningrado',
  ])
})

test('a part of a city is not the city', () => {
  const square = unit({
    name: 'City of London',
    names: { de: 'London' },
    others: { c: 'London' },
    people: 1e4,
    areaKm2: 3,
    land: [0, 1],
  })
  const towns = [town('London', 2, 9e6), town('City of London', 0.5, 8e3, 'London')]
  assert.deepEqual(borrowed([square], towns), ['City of London: london'])
})

test('local and official names are never questioned', () => {
  const one = unit({ name: 'Lima', others: { i: 'Lima' }, land: [0, 10] })
  const other = unit({ name: 'Lima Metropolitana', names: { en: 'Lima' }, land: [20, 21] })
  assert.deepEqual(borrowed([one, other], [town('Lima', 20.5, 9e6)]), [])
})
