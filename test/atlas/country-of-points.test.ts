/** Every point of the bundled atlas lies in one country: in two only where land is disputed or a territory is a part of its country. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readDisputes } from '../../scripts/atlas/read-disputes.ts'
import { readTerritories } from '../../scripts/atlas/territories.ts'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { Position } from '../../src/domain/geometry/rings.ts'
import { type AreaWorld, openAreaWorld } from '../support/area-world.ts'
import { seededRandom } from '../support/shapes.ts'

const DATA = new URL('../../data/atlas/', import.meta.url)
const POINTS = 20_000

const territories = readTerritories(new URL('territories.yaml', DATA).pathname)
const disputes = readDisputes(new URL('disputed.yaml', DATA).pathname).filter(({ shared }) => shared)

/** Whether a point may lie in both countries. */
const mayShare = (a: string, b: string): boolean =>
  territories.get(a)?.includes(b) === true ||
  territories.get(b)?.includes(a) === true ||
  disputes.some(({ claimants }) => claimants.includes(a) && claimants.includes(b))

let world: AreaWorld
before(async () => {
  world = await openAreaWorld(null)
})
after(() => world.close())

const countriesAt = async (position: Position): Promise<readonly string[]> =>
  (await world.catalog.reverse(position))
    .filter(({ kind, adminLevel }: BoundaryRecord) => kind === 'country' && adminLevel !== null)
    .map(({ country }) => country ?? '')

test(`of ${POINTS} points on the globe none lies in two countries that have nothing to do with each other`, async () => {
  const random = seededRandom(11)
  const wrong: string[] = []
  let onLand = 0
  for (let i = 0; i < POINTS; i++) {
    const position: Position = [random() * 360 - 180, (Math.asin(random() * 2 - 1) * 180) / Math.PI]
    const countries = await countriesAt(position)
    if (countries.length > 0) onLand++
    for (const [index, first] of countries.entries())
      for (const second of countries.slice(index + 1))
        if (!mayShare(first, second)) wrong.push(`${position.join(', ')}: ${first} and ${second}`)
  }
  assert.deepEqual(wrong, [])
  assert.ok(onLand > POINTS / 5, `${onLand}`)
})

/** Enclaves that maps forget. */
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

for (const [name, lon, lat, country] of ENCLAVES)
  test(`${name} is in ${country} alone`, async () => {
    assert.deepEqual(await countriesAt([lon, lat]), [country])
  })
