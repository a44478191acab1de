/** An object that lies in several countries, or in several states of one, belongs to none: it is not listed, and says nothing about what lies in it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BBox, Position } from '../../src/domain/geometry/rings.ts'
import { casesOf } from '../cases.ts'
import { seededRandom } from '../support/shapes.ts'
import { ringOfBox } from './deliver.ts'
import { fetchTo, importTo } from './deliver-to.ts'
import { type KnownWorldOfTest, openKnownWorld } from './known-world.ts'

const WORLD: BBox = [-179.9, -80, 179.9, 84]
const LEVELS = ['1', '2', '3', '4', '6', '8', '10', null]
/** Random ones besides those of every level. */
const MORE = casesOf('objects across countries')
/** Where Belgium, Germany, France and Luxembourg are near. */
const BORDERS: BBox = [5.7, 49.3, 6.6, 50.2]

const relation = (
  number: number,
  level: string | null,
  box: BBox,
  more: Readonly<Record<string, string>> = {},
) => ({
  number,
  tags: {
    type: 'boundary',
    name: `Empire ${number}`,
    ...(level === null
      ? { boundary: 'postal_code', postal_code: '12345' }
      : { boundary: 'administrative', admin_level: level }),
    ...more,
  },
  label: null,
  rings: [ringOfBox(box)],
})

describe('an object across countries', () => {
  let world: KnownWorldOfTest
  before(async () => {
    world = await openKnownWorld()
  })
  after(() => world.close())

  const fetch = async (number: number, level: string | null, box: BBox): Promise<void> => {
    await fetchTo(world, relation(number, level, box))
  }
  const isListedAt = async (number: number, point: Position): Promise<boolean> =>
    (await world.catalog.reverse(point)).some(({ id }) => id === `r${number}`)
  const reasonsOf = async (number: number): Promise<readonly string[]> =>
    (await world.fetched.conflicts()).filter(({ id }) => id === `r${number}`).map(({ reason }) => reason)

  test('is not listed, whatever its level and size', async () => {
    const random = seededRandom(4)
    const boxes = [
      ...LEVELS.map((level) => ({ level, box: WORLD })),
      ...Array.from({ length: MORE }, (_, index) => ({
        level: LEVELS[index % LEVELS.length],
        // A smaller one may lie in Romania or Germany but for less than a tenth.
        box: aroundPoint([5 + 20 * random(), 44 + 6 * random()], 10 + 54 * random()),
      })),
    ]
    for (const [index, { level, box }] of boxes.entries()) {
      const number = 9_200_000_001 + index
      await fetch(number, level, box)
      const says = `level ${level}, ${box}`
      assert.equal(await isListedAt(number, middle(box)), false, says)
      assert.match((await reasonsOf(number)).join(), /^It lies in several countries, most of it in /, says)
      const own = await world.catalog.find({ by: 'relation', number })
      assert.ok(own.found, says)
    }
  })

  test('is listed if most of a small one lies in one of them', async () => {
    const inLuxembourg: BBox = [6.0, 49.46, 6.1, 49.56]
    await fetch(9_300_000_001, '9', inLuxembourg)
    assert.deepEqual(await reasonsOf(9_300_000_001), [])
    assert.ok(await isListedAt(9_300_000_001, middle(inLuxembourg)))
  })

  test('is listed at a level of parts only if one state has half of it', async () => {
    const inGermany: BBox = [8.5, 49, 12, 53]
    const inFrance: BBox = [-0.5, 44.5, 4.5, 49.2]
    const inTexas: BBox = [-100, 31, -99, 32]
    const acrossStates: BBox = [9.4, 51.3, 9.7, 51.42]
    for (const [number, level, box, parts] of [
      [9_310_000_001, '8', inGermany, 'Deutschland'],
      [9_310_000_002, '5', inGermany, 'Deutschland'],
      [9_310_000_003, '7', inFrance, 'France'],
    ] as const) {
      await fetch(number, level, box)
      assert.equal(await isListedAt(number, middle(box)), false)
      assert.match(
        (await reasonsOf(number)).join(),
        new RegExp(`^It lies in several parts of ${parts}, most of it in .*, and has no single parent\\.`),
      )
    }
    for (const [number, level, box] of [
      [9_310_000_004, '7', inTexas],
      [9_310_000_005, '8', acrossStates],
    ] as const) {
      await fetch(number, level, box)
      assert.deepEqual(await reasonsOf(number), [])
      assert.ok(await isListedAt(number, middle(box)))
    }
  })

  test('in an import leaves the boundaries in it to their own countries', async () => {
    const fresh = await openKnownWorld()
    try {
      const inside = [
        relation(9_400_000_002, '8', [5.72, 49.72, 5.74, 49.74]),
        relation(9_400_000_003, '8', [6.1, 49.75, 6.12, 49.77]),
      ]
      const empire = relation(9_400_000_001, '3', BORDERS, { 'ISO3166-1': 'QX' })
      await importTo(fresh, [empire, ...inside], BORDERS)
      const found = await Promise.all(
        inside.map(({ number }) => fresh.catalog.find({ by: 'relation', number })),
      )
      assert.deepEqual(
        found.map((each) => each.found && [each.record.country, each.record.parents[0].kind]),
        [
          ['BE', 'country'],
          ['LU', 'country'],
        ],
      )
    } finally {
      await fresh.close()
    }
  })
})

const middle = ([west, south, east, north]: BBox): Position => [(west + east) / 2, (south + north) / 2]

const aroundPoint = ([lon, lat]: Position, degrees: number): BBox => [
  lon - degrees / 2,
  lat - degrees / 4,
  lon + degrees / 2,
  lat + degrees / 4,
]
