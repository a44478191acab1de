/** Sums of towns are published where they are near a known figure, with made-up places and towns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Place } from '../../scripts/atlas/place.ts'
import { withTownPopulations } from '../../scripts/atlas/town-populations.ts'
import type { Inhabited } from '../../scripts/atlas/towns-counted-once.ts'
import { boxRing, ringsOf } from '../support/shapes.ts'

const place = (
  name: string,
  parent: Place | null,
  west: number,
  east: number,
  population?: number,
): Place => ({
  layer: parent === null ? 'countries' : 'subdivisions',
  datasets: ['openstreetmap'],
  name,
  names: {},
  otherNames: [],
  country: 'XX',
  iso: name,
  isoAliases: [],
  relation: null,
  wikidata: null,
  fips: null,
  population: population ?? null,
  adminLevel: parent === null ? 2 : 4,
  tags: {},
  parent,
  geometry: ringsOf([[boxRing(west, 0, east, 10)]]),
})

const town = (lon: number, population: number): Inhabited => ({
  lon,
  lat: 5,
  feature: 'PPL',
  country: 'XX',
  admin1: '01',
  admin2: '',
  admin3: '',
  admin4: '',
  population,
})

const country = (population: number): readonly Place[] => {
  const whole = place('XX', null, 0, 30, population)
  return [whole, place('XX-W', whole, 0, 10), place('XX-M', whole, 10, 20), place('XX-E', whole, 20, 30)]
}
const TOWNS = [town(2, 123_456), town(4, 500_000), town(12, 54_321)]
const NOTHING = new Map<string, number>()

const figures = (places: readonly Place[], towns = TOWNS, known: ReadonlyMap<string, number> = NOTHING) =>
  withTownPopulations(places, towns, known).map(
    ({ name, population, populationSource, probablePopulation }) => [
      name,
      population,
      populationSource ?? probablePopulation,
    ],
  )

test('sums close to the population of the country are published with two digits, and marked', () => {
  assert.deepEqual(figures(country(800_000)), [
    ['XX', 800_000, undefined],
    ['XX-W', 620_000, 'towns'],
    ['XX-M', 54_000, 'towns'],
    ['XX-E', null, 590],
  ])
})

test('sums more than a quarter off are not published, and only give shares', () => {
  for (const population of [540_000, 910_000])
    for (const [name, people, source] of figures(country(population)).slice(1)) {
      assert.equal(people, null, `${name}`)
      assert.equal(typeof source, 'number')
    }
  assert.deepEqual(figures(country(1_355_554))[1], ['XX-W', null, 1_246_912])
})

test('without a known population above there is no figure', () => {
  const [whole, ...units] = country(0)
  const unknown = { ...whole, population: null }
  const places = [unknown, ...units.map((unit) => ({ ...unit, parent: unknown }))]
  for (const [, people, source] of figures(places)) assert.deepEqual([people, source], [null, undefined])
})

test('a figure from a table stays, and the places inside are scaled by it', () => {
  const places = country(800_000)
  const [, west] = places
  const counties = [place('W1', west, 0, 3), place('W2', west, 3, 10)]
  const all = [...places, ...counties]
  assert.deepEqual(figures(all, TOWNS, new Map([['XX-W', 600_001]])).slice(1), [
    ['XX-W', 600_001, undefined],
    ['XX-M', 54_000, 'towns'],
    ['XX-E', null, 590],
    ['W1', 120_000, 'towns'],
    ['W2', 500_000, 'towns'],
  ])
  assert.deepEqual(figures(all, TOWNS, new Map([['XX-W', 1_246_912]])).at(-1), ['W2', null, 1_000_000])
})

test('places that share a city have no figure, and the place around them has', () => {
  const places = country(9_000_000)
  const [, west, middle] = places
  const counties = [place('W1', west, 0, 9.95), place('W2', west, 9.95, 10), place('W3', west, 0, 5)]
  const towns = [town(9.9, 8_000_000), town(9.97, 2_000_000), town(12, 500_000)]
  assert.deepEqual(figures([...places, ...counties], towns), [
    ['XX', 9_000_000, undefined],
    ['XX-W', 8_000_000, 'towns'],
    [middle.name, 500_000, 'towns'],
    ['XX-E', null, 529],
    ['W1', null, undefined],
    ['W2', null, undefined],
    ['W3', null, 529],
  ])
})

test('parents are those of the answer', () => {
  const [whole, ...units] = withTownPopulations(country(800_000), TOWNS, NOTHING)
  for (const { parent } of units) assert.equal(parent, whole)
})

test('a small unit with coarse lines has no figure, a small county has one', () => {
  const [whole, west] = country(620_000)
  const small = { ...west, geometry: ringsOf([[boxRing(1.9, 4.99, 4.1, 5.01)]]) }
  const sums = (unit: Place) => figures([whole, unit], TOWNS.slice(0, 2))[1]
  assert.deepEqual(sums(west), ['XX-W', 620_000, 'towns'])
  assert.deepEqual(sums(small), ['XX-W', null, 620_000])
  assert.deepEqual(sums({ ...small, layer: 'counties' }), ['XX-W', 620_000, 'towns'])
})
