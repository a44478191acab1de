/** Sets of boundaries by their size, which fit their neighbours: what stored polygons are like. All lie between 0 and 10° east, 40 and 50° north. */

import type { Rings } from '../../src/domain/geometry/rings.ts'
import { type PolygonRings, type Ring, ringsOf, seededRandom } from '../../test/support/shapes.ts'

interface BoundarySet {
  readonly smallest: number
  /** About so many of what the set is named for. */
  readonly draw: (size: number) => readonly Rings[]
}

const DEGREES = 10
const SOUTH = 40

/** Positions on a side of a square, so that not every one is a corner. */
const SIDE = 4

const square = (west: number, south: number, side: number): Ring =>
  (
    [
      [0, 0, 1, 0],
      [1, 0, 0, 1],
      [1, 1, -1, 0],
      [0, 1, 0, -1],
    ] as const
  ).flatMap(([x, y, dx, dy]) =>
    Array.from(
      { length: SIDE },
      (_, at) => [west + side * (x + (dx * at) / SIDE), south + side * (y + (dy * at) / SIDE)] as const,
    ),
  )

/** The squares of a grid of about so many, side by side or apart. */
const grid = (count: number, apart: boolean): readonly PolygonRings[] => {
  const columns = Math.ceil(Math.sqrt(count))
  const step = DEGREES / columns
  return Array.from({ length: columns * columns }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    return [square(column * step, SOUTH + row * step, apart ? step / 2 : step)]
  })
}

/** A wavy line around a circle, and across it from east to west. */
const halves = (count: number): readonly PolygonRings[] => {
  const random = seededRandom(1)
  const arc = (from: number): Ring =>
    Array.from({ length: count / 2 }, (_, at) => {
      const angle = from + (Math.PI * at) / (count / 2)
      const radius = 4 + random() * Math.min(0.5, 500 / count)
      return [5 + radius * Math.cos(angle), 45 + radius * Math.sin(angle)] as const
    })
  const [north, south] = [arc(0), arc(Math.PI)]
  const [east, west] = [north[0], south[0]]
  const across: Ring = Array.from({ length: count / 2 }, (_, at) => {
    const share = (at + 1) / (count / 2 + 1)
    return [west[0] + share * (east[0] - west[0]), 45 + random() * Math.min(0.5, 500 / count)] as const
  })
  return [[[...north, west, ...across]], [[...south, east, ...across.toReversed()]]]
}

export const BOUNDARY_SETS: Readonly<Record<string, BoundarySet>> = {
  boundaries: { smallest: 625, draw: (size) => grid(size, false).map((each) => ringsOf([each])) },
  parts: { smallest: 625, draw: (size) => [ringsOf(grid(size, true))] },
  vertices: { smallest: 10_000, draw: (size) => halves(size).map((each) => ringsOf([each])) },
}
