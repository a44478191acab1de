import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/shapes.ts'
import type { PlacedTown } from '../gazetteer/ports.ts'
import type { Position } from '../geometry/rings.ts'
import { shownTowns } from './shown-towns.ts'
import { tileAt } from './tile-grid.ts'

const town = (name: string, position: Position, population: number, more: Partial<PlacedTown> = {}) => ({
  name: () => name,
  position,
  population,
  seatOrder: null,
  isSection: false,
  ...more,
})

const namesAt = (z: number, at: Position, towns: readonly PlacedTown[]) =>
  shownTowns(tileAt(at, z), towns).map(({ attributes }) => attributes.name)

test('a capital comes before a larger town beside it, and says what it is the capital of', () => {
  const towns = [town('Large', [10.1, 50.1], 900_000), town('Seat', [10, 50], 300_000, { seatOrder: 0 })]
  const [first, ...others] = shownTowns(tileAt([10, 50], 5), towns)
  assert.deepEqual(first.attributes, { name: 'Seat', rank: 0, population: 300_000, capital: 2 })
  assert.deepEqual(others, [])
  assert.deepEqual(namesAt(12, [10.1, 50.1], towns), ['Large'])
})

test('a village in the next cell of a metropolis is left out, and alone it is shown', () => {
  const village = town('Village', [3.1, 50], 500)
  assert.deepEqual(namesAt(5, [3.1, 50], [village, town('Metropolis', [2.7, 50], 2_000_000)]), ['Metropolis'])
  assert.deepEqual(namesAt(5, [3.1, 50], [village]), ['Village'])
  assert.deepEqual(namesAt(8, [3.1, 50], [village, town('Metropolis', [3.5, 50], 2_000_000)]), [
    'Metropolis',
    'Village',
  ])
})

test('parts of towns are shown where streets would be', () => {
  const section = town('Section', [10, 50], 90_000, { isSection: true })
  assert.deepEqual([namesAt(11, [10, 50], [section]), namesAt(12, [10, 50], [section])], [[], ['Section']])
})

test('a town that a zoom shows is shown at all finer zooms', () => {
  const random = seededRandom(7)
  const towns = Array.from({ length: 2_000 }, (_, i) =>
    town(String(i), [10 * random(), 45 + 10 * random()], Math.floor(1e6 * random() ** 6)),
  )
  const known = new Map<string, readonly unknown[]>()
  const isShownAt = (z: number, { name, position }: PlacedTown): boolean => {
    const key = Object.values(tileAt(position, z)).join('/')
    if (!known.has(key)) known.set(key, namesAt(z, position, towns))
    return known.get(key)!.includes(name())
  }
  let shown = 0
  for (const each of towns) {
    const zooms = [5, 6, 7, 8, 9].map((z) => isShownAt(z, each))
    assert.ok(
      zooms.every((isShown, i) => i === 0 || isShown || !zooms[i - 1]),
      each.name(),
    )
    if (zooms[0]) shown++
  }
  assert.ok(shown > 5)
})
