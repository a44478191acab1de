/** Nobody is counted twice, with made-up towns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countOnce, type Inhabited } from '../../scripts/atlas/towns-counted-once.ts'

const town = (population: number, more: Partial<Inhabited> = {}): Inhabited => ({
  lon: 0,
  lat: 0,
  feature: 'PPL',
  country: 'XX',
  admin1: '01',
  admin2: '',
  admin3: '',
  admin4: '',
  population,
  ...more,
})

const people = (towns: readonly Inhabited[]): number =>
  countOnce(towns).towns.reduce((sum, { population }) => sum + population, 0)

test('separate towns are added up', () => {
  assert.equal(people([town(20_000), town(9_000, { lon: 1 }), town(0, { lon: 2 })]), 29_000)
})

test('a section of a town is not counted', () => {
  assert.equal(people([town(20_000), town(9_000, { feature: 'PPLX' })]), 20_000)
})

test('only the largest town of a municipality is counted', () => {
  const ofAntwerp = { admin4: '11002' }
  assert.equal(people([town(78_000, ofAntwerp), town(529_000, ofAntwerp), town(46_000, ofAntwerp)]), 529_000)
  assert.equal(people([town(529_000, ofAntwerp), town(100_000, { admin4: '24062' })]), 629_000)
})

test('a town inside a city of a million is a part of it', () => {
  const city = town(8_800_000)
  const borough = town(2_700_000, { lon: 0.1 })
  const { towns, parts } = countOnce([borough, city])
  assert.deepEqual(towns, [city])
  assert.deepEqual(parts, [{ part: borough, city }])
})

test('a neighbour beyond the circle of a city, in another division or as large is not a part of it', () => {
  const city = town(8_800_000)
  for (const other of [{ lon: 0.2 }, { lon: 0.1, admin1: '02' }, { lon: 0.1, country: 'YY' }])
    assert.equal(people([city, town(300_000, other)]), 9_100_000)
  assert.equal(people([city, town(8_800_000, { lon: 0.1 })]), 17_600_000)
})

test('a city below a million has no parts around it', () => {
  assert.equal(people([town(900_000), town(50_000, { lon: 0.01 })]), 950_000)
})
