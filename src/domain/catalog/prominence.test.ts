import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROMINENCE_LIMIT, prominence } from './prominence.ts'

const place = (adminLevel: number | null, population: number | null, languages = 0) =>
  prominence({
    adminLevel,
    population,
    areaKm2: WIDE_KM2,
    origin: 'extract',
    names: Object.fromEntries(Array.from({ length: languages }, (_, index) => [`l${index}`, 'x'])),
  })

const WIDE_KM2 = 1e6

/** In each pair, people mean the first by the bare name. */
const PAIRS: readonly (readonly [what: string, more: number, less: number])[] = [
  ['Georgia the country, before the state with three times its people', place(2, 3.7e6), place(4, 10.7e6)],
  ['New York the state, before the city', place(4, 19e6), place(5, 8.4e6)],
  ['New York the city, before the county', place(5, 8.4e6), place(6, 1.6e6)],
  ['Luxembourg the country, before the province of Belgium', place(2, 630_000), place(6, 280_000)],
  ['Cambridge the city, before a township one level above', place(8, 118_000), place(7, 2_000)],
  ['of two places alike the one with more people', place(8, 20_000), place(8, 19_000)],
  ['of two unknown ones the one that more languages name', place(8, null, 30), place(8, null, 2)],
  ['a town before the postcode area named after it', place(8, null), place(null, null)],
]

for (const [what, more, less] of PAIRS) test(what, () => assert.ok(more > less, `${more} and ${less}`))

test('the estimated population counts only where the real one is unknown', () => {
  const known = { adminLevel: 4, population: 6e6, names: {}, areaKm2: WIDE_KM2, origin: 'extract' as const }
  const unknown = {
    adminLevel: 4,
    population: null,
    names: { fr: 'x', ja: 'x', ru: 'x' },
    areaKm2: WIDE_KM2,
    origin: 'extract' as const,
  }
  assert.equal(prominence({ ...unknown, probablePopulation: 6e6 }), prominence(known))
  assert.equal(prominence({ ...known, probablePopulation: 1 }), prominence(known))
})

test('no village has the people of a continent, whatever its tags say', () => {
  const tiny = { adminLevel: 4, population: 1e9, names: {}, areaKm2: 1, origin: 'live' as const }
  assert.ok(prominence(tiny) < place(2, 40_000))
  assert.equal(prominence({ ...tiny, population: 1e10 }), prominence(tiny))
})

test('no population exceeds the range of the keys', () => {
  for (const population of [null, 0, 1, 8e9, Number.MAX_SAFE_INTEGER]) {
    for (const level of [null, 0, 2, 8, 12, 99]) {
      const steps = place(level, population, 300)
      assert.ok(Number.isInteger(steps) && steps >= 0 && steps < PROMINENCE_LIMIT, `${steps}`)
    }
  }
})
