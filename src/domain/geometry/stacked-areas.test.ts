import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boxRing,
  coastRing,
  type Random,
  type Ring,
  ringsOf,
  seededRandom,
  starRing,
} from '../../../test/support/shapes.ts'
import { locate, OUTSIDE } from './contains.ts'
import type { Rings } from './rings.ts'
import { StackedAreas } from './stacked-areas.ts'
import { stackEdges } from './stacked-edges.ts'

const degrees = (value: number): number => Math.round(value * 1e7)
const BOX = {
  left: degrees(-8) - 0.5,
  bottom: degrees(-8) - 0.5,
  right: degrees(8) - 0.5,
  top: degrees(8) - 0.5,
}

const shape = (random: Random, place: { lon: number; lat: number; radius: number }, isStar: boolean): Ring =>
  isStar ? starRing(random, { ...place, corners: 300 }) : coastRing(random, { ...place, doublings: 6 })

const containing = (areas: readonly Rings[], lon: number, lat: number): readonly number[] =>
  areas.flatMap((rings, area) => (locate(rings, lon, lat) === OUTSIDE ? [] : [area]))

const assertSame = (areas: readonly Rings[], points: readonly (readonly [number, number])[]): void => {
  const index = new StackedAreas(stackEdges(areas, BOX))
  for (const [lon, lat] of points)
    assert.deepEqual(
      [...index.members(index.at(lon, lat))].sort((a, b) => a - b),
      containing(areas, lon, lat),
      `${lon} ${lat}`,
    )
}

for (let seed = 1; seed <= 20; seed++)
  test(`areas that overlap and reach beyond the box contain the same points as each by itself (${seed})`, () => {
    const random = seededRandom(seed)
    const within = (size: number): number => (random() * 2 - 1) * size
    const areas = Array.from({ length: 12 }, (_, i) =>
      ringsOf([
        [
          i % 3 === 0
            ? boxRing(within(2) - 6, within(2) - 6, within(2) + 6, within(2) + 6)
            : shape(random, { lon: within(8), lat: within(8), radius: 2 + random() * 9 }, i % 3 === 1),
        ],
      ]),
    )
    const anywhere = Array.from({ length: 500 }, () => [degrees(within(7.9)), degrees(within(7.9))] as const)
    const vertices = areas.flatMap(({ coords }) =>
      Array.from({ length: 40 }, (_, i) => [coords[2 * i], coords[2 * i + 1]] as const),
    )
    const besides = vertices.flatMap(([x, y]) => [
      [x + 0.5, y],
      [x, y - 0.5],
      [x + 1, y + 1],
    ])
    const isInBox = ([x, y]: readonly number[]): boolean =>
      x > BOX.left && x < BOX.right && y > BOX.bottom && y < BOX.top
    assertSame(areas, [...anywhere, ...vertices, ...besides].filter(isInBox) as [number, number][])
  })

for (let seed = 1; seed <= 5; seed++)
  test(`fine coasts beside tiny areas contain the same points as each by itself (${seed})`, () => {
    const random = seededRandom(seed)
    const anywhere = (): number => (random() * 2 - 1) * 7
    const coasts = Array.from({ length: 3 }, () =>
      ringsOf([[coastRing(random, { lon: anywhere(), lat: anywhere(), radius: 4, doublings: 10 })]]),
    )
    // Their edges come before, between and after those of the coasts.
    const tiny = Array.from({ length: 30 }, () =>
      ringsOf([[starRing(random, { lon: anywhere(), lat: anywhere(), radius: 0.01, corners: 5 })]]),
    )
    const areas = [
      ...tiny.slice(0, 10),
      coasts[0],
      ...tiny.slice(10, 20),
      coasts[1],
      coasts[2],
      ...tiny.slice(20),
    ]
    const near = areas.flatMap(({ coords }) =>
      Array.from({ length: 30 }, () => {
        const position = 2 * Math.floor((random() * coords.length) / 2)
        const off = (): number => Math.round((random() - 0.5) * 2_000)
        return [coords[position] + off(), coords[position + 1] + off()] as const
      }),
    )
    assertSame(
      areas,
      near.filter(([x, y]) => x > BOX.left && x < BOX.right && y > BOX.bottom && y < BOX.top),
    )
  })

test('many areas on one another, all with the same border, are told apart at one point of it', () => {
  const areas = Array.from({ length: 40 }, (_, i) => ringsOf([[boxRing(0, 0, 1 + i / 100, 1)]]))
  assertSame(areas, [
    [0, 0],
    [degrees(1), degrees(0.5)],
    [degrees(1.05), degrees(1)],
    [degrees(1.39) + 0.25, degrees(0.5)],
  ])
})

test('nothing is divided where no point falls', () => {
  const index = new StackedAreas(
    stackEdges([ringsOf([[starRing(seededRandom(1), { lon: 0, lat: 0, radius: 6, corners: 5000 })]])], BOX),
  )
  const before = index.byteLength
  index.at(degrees(3), degrees(3))
  const after = index.byteLength
  index.at(degrees(3), degrees(3))
  assert.ok(after > before)
  assert.equal(index.byteLength, after)
})
