/**
 * Guarantees for every place on Earth in the bundled atlas: a point on land lies in one country, and in one unit of each level below it; a
 * unit lies within its parents; and a town lies in its own country.
 */

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readTerritories } from '../../scripts/atlas/territories.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import { distanceToEdgesKm } from '../../src/domain/geometry/nearest-edge.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'
import { casesOf } from '../cases.ts'
import { type PlacedTown, readAllTowns } from '../support/all-towns.ts'
import { DISPUTES, suiteAreaWorld } from '../support/area-world.ts'
import { pointsOnLand } from '../support/land-points.ts'
import { type Containing, locateInAll, readWholeAtlas } from '../support/whole-atlas.ts'

const POINTS = casesOf('points on land')
/** Coasts that the mask and the countries draw differently, and Bir Tawil, which no country claims. */
const MAX_POINTS_IN_NO_COUNTRY = POINTS / 10_000
/** GeoNames rounds many positions to minutes of arc, up to 1.3 km. */
const ROUNDING_KM = 1.5
/** Atolls and cays missing from the atlas's coastlines, too far to count as nearby. */
const MIN_TOWNS_IN_THEIR_COUNTRY = 0.9995

const territories = readTerritories(
  fileURLToPath(new URL('../../data/atlas/territories.yaml', import.meta.url)),
)
const misplaced: readonly {
  readonly town: string
  readonly country: string
  readonly in: string
  readonly reason: string
  readonly source: string
}[] = readYaml(new URL('misplaced-towns.yaml', import.meta.url))

/** Enclaves that maps often omit. */
const ENCLAVES: readonly (readonly [name: string, lon: number, lat: number, country: string])[] = [
  ['Maseru', 27.48, -29.31, 'LS'],
  ['San Marino', 12.447, 43.936, 'SM'],
  ['the Vatican', 12.4533, 41.9033, 'VA'],
  ['Llívia', 1.98, 42.464, 'ES'],
  ['Büsingen', 8.69, 47.697, 'DE'],
  ['Campione', 8.971, 45.969, 'IT'],
  ['Madha', 56.333, 25.285, 'OM'],
  ['Sokh', 71.13, 39.97, 'UZ'],
  ['Vorukh', 70.59, 39.84, 'TJ'],
  ['Oecusse', 124.37, -9.2, 'TL'],
  ['Likoma', 34.73, -12.06, 'MW'],
]

const isCountry = ({ kind }: BoundaryRecord): boolean => kind === 'country'

const atlas = await readWholeAtlas()
const countryOf = new Map(
  atlas.filter(({ record }) => isCountry(record)).map((each) => [each.record.country, each]),
)

const codesOf = (records: readonly BoundaryRecord[]): readonly string[] =>
  records.filter(isCountry).map(({ country }) => country ?? '')

const written = (position: Position): string => position.map((degrees) => degrees.toFixed(5)).join(', ')

const isTerritoryOf = (a: string, b: string): boolean =>
  territories.get(a)?.includes(b) === true || territories.get(b)?.includes(a) === true

const areRivalsAt = async (position: Position, a: string, b: string): Promise<boolean> =>
  (await DISPUTES.at(position)).some(({ claimants }) => claimants.includes(a) && claimants.includes(b))

function* pairsOf<T>(items: readonly T[]): Generator<readonly [T, T]> {
  for (const [index, first] of items.entries())
    for (const second of items.slice(index + 1)) yield [first, second]
}

describe(`of ${POINTS} points on land`, () => {
  let points: readonly Position[]
  let containing: readonly Containing[]
  before(async () => {
    points = await pointsOnLand(23, POINTS)
    containing = locateInAll(atlas, points)
  })

  test('none lies in two countries, except on disputed land and in territories that are part of a country', async () => {
    const wrong: string[] = []
    for (const [i, { inside }] of containing.entries())
      for (const [a, b] of pairsOf(codesOf(inside)))
        if (!isTerritoryOf(a, b) && !(await areRivalsAt(points[i], a, b)))
          wrong.push(`${written(points[i])}: ${a} and ${b}`)
    assert.deepEqual(wrong, [])
  })

  test(`at most ${MAX_POINTS_IN_NO_COUNTRY} lie in no country`, () => {
    const nowhere = points.filter((_, i) => {
      const { inside, onBorder } = containing[i]
      return codesOf([...inside, ...onBorder]).length === 0
    })
    assert.ok(nowhere.length <= MAX_POINTS_IN_NO_COUNTRY, nowhere.map(written).join('; '))
  })

  test('none lies in two units of one country and level', () => {
    const wrong = containing.flatMap(({ inside }, i) =>
      [...pairsOf(inside.filter((record) => !isCountry(record) && record.adminLevel !== null))]
        .filter(([a, b]) => a.adminLevel === b.adminLevel && a.country === b.country)
        .map(([a, b]) => `${written(points[i])}: ${a.id} and ${b.id}`),
    )
    assert.deepEqual(wrong, [])
  })

  test('most lie in a unit below their country', () => {
    const inUnits = containing.filter(({ inside }) => inside.some((record) => !isCountry(record)))
    assert.ok(inUnits.length > 0.8 * POINTS, `${inUnits.length}`)
  })
})

test('the inside point of every boundary lies in it and in all its parents', () => {
  const containing = locateInAll(
    atlas,
    atlas.map(({ record }) => record.centroid),
  )
  const wrong = atlas.flatMap(({ record }, i) => {
    const { inside, onBorder } = containing[i]
    const ids = new Set([...inside, ...onBorder].map(({ id }) => id))
    return [record, ...record.parents]
      .filter(({ id }) => !ids.has(id))
      .map(({ id }) => `${record.id} ${record.name}: not in ${id}`)
  })
  assert.deepEqual(wrong, [])
})

describe('towns', () => {
  const towns = readAllTowns()
  const containing = locateInAll(
    atlas,
    towns.map(({ position }) => position),
  ).map(({ inside, onBorder }) => codesOf([...inside, ...onBorder]))
  const world = suiteAreaWorld()

  const nearbyCodes = async (position: Position): Promise<readonly string[]> =>
    codesOf((await world.catalog.nearby(position, [])).map(({ record }) => record))

  const isExplained = async (
    { name, country, position }: PlacedTown,
    others: readonly string[],
  ): Promise<boolean> => {
    if (misplaced.some((each) => each.town === name && each.country === country)) return true
    const km = distanceToEdgesKm(countryOf.get(country)!.rings, position, ROUNDING_KM)
    if (km !== null) return true
    const rivals = await Promise.all(others.map((other) => areRivalsAt(position, country, other)))
    return rivals.some((areRivals) => areRivals)
  }

  test('the gazetteer has 199,524 towns, each of a country of the atlas', () => {
    assert.equal(towns.length, 199_524)
    const unknown = towns.filter(({ country }) => !countryOf.has(country))
    assert.deepEqual(unknown, [])
  })

  test('a town is in its own country, or near it where no country contains it', async () => {
    let inTheirs = 0
    for (const [i, { country, position }] of towns.entries()) {
      const codes = containing[i].length > 0 ? containing[i] : await nearbyCodes(position)
      if (codes.includes(country)) inTheirs++
    }
    assert.ok(inTheirs >= MIN_TOWNS_IN_THEIR_COUNTRY * towns.length, `${inTheirs} of ${towns.length}`)
  })

  test('a town in another country is disputed, at the border, or known to be misplaced', async () => {
    const wrong: string[] = []
    for (const [i, town] of towns.entries()) {
      const others = containing[i]
      if (others.length === 0 || others.includes(town.country)) continue
      if (!(await isExplained(town, others)))
        wrong.push(`${town.name} (${town.country}) at ${written(town.position)} is in ${others.join(', ')}`)
    }
    assert.deepEqual(wrong, [])
  })

  test('every town that is listed as misplaced still is', () => {
    for (const { town, country, in: other } of misplaced) {
      const index = towns.findIndex(
        (each, i) => each.name === town && each.country === country && containing[i].includes(other),
      )
      assert.notEqual(index, -1, town)
      assert.ok(!containing[index].includes(country), town)
      assert.equal(
        distanceToEdgesKm(countryOf.get(country)!.rings, towns[index].position, ROUNDING_KM),
        null,
        town,
      )
    }
  })
})

describe('the catalog', () => {
  const world = suiteAreaWorld()

  test('gives the same answers as the polygons, at 1,000 points', async () => {
    const points = await pointsOnLand(29, 1000)
    const containing = locateInAll(atlas, points)
    for (const [i, point] of points.entries()) {
      const { inside, onBorder } = containing[i]
      const ids = (await world.catalog.reverse(point)).map(({ id }) => id)
      assert.deepEqual(ids.sort(), [...inside, ...onBorder].map(({ id }) => id).sort(), written(point))
    }
  })

  for (const [name, lon, lat, country] of ENCLAVES)
    test(`has ${name} in ${country} alone`, async () => {
      assert.deepEqual(codesOf(await world.catalog.reverse([lon, lat])), [country])
    })
})
