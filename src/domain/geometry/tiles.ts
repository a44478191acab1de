/**
 * An area in tiles: boxes side by side, each with the part of the area inside it. The mask of the whole Earth is stored in
 * this form, so that a query reads only its surroundings.
 */

import { IntList } from './arrangement/int-list.ts'
import type { Strands } from './arrangement/strands.ts'
import { AxisEdgeSums } from './axis-edge-sums.ts'
import { type Rings, ringStart } from './rings.ts'

/** `[west, south, east, north]` in units, west < east and south < north. */
export type TileBox = readonly [west: number, south: number, east: number, north: number]

export interface Tile {
  readonly box: TileBox
  /** Part of the area inside the box. */
  readonly area: 'all' | 'none' | Rings
}

/**
 * Returns the border of the area of all tiles together, as strands of set 1. Sides shared by two tiles that both have area
 * there cancel, so that cuts leave only a position on each border that was cut; sides towards missing tiles stay.
 */
export const outlineOfTiles = (tiles: readonly Tile[]): Strands => {
  const outline = new TileOutline()
  for (const { box, area } of tiles) {
    if (area === 'none') continue
    if (area === 'all') outline.addBox(box)
    else for (let ring = 0; ring < area.ringEnds.length; ring++) outline.addRing(area, ring, box)
  }
  return outline.finish()
}

/** Calls for every edge of the area in a tile that is not along the tile's sides. */
export const forEachCoastEdge = (
  { coords, ringEnds }: Rings,
  box: TileBox,
  call: (x1: number, y1: number, x2: number, y2: number) => void,
): void => {
  let start = 0
  for (const end of ringEnds) {
    let from = 2 * (end - 1)
    for (let to = 2 * start; to < 2 * end; from = to, to += 2)
      if (sideOf(coords, from, to, box) === null)
        call(coords[from], coords[from + 1], coords[to], coords[to + 1])
    start = end
  }
}

/**
 * Returns the axis (0 for longitude) on which both ends of an edge along a side of the box are equal, null for any other
 * edge. Ends are given by their element.
 */
export const sideOf = (coords: ArrayLike<number>, from: number, to: number, box: TileBox): 0 | 1 | null => {
  for (const axis of [0, 1] as const) {
    const line = coords[from + axis]
    if (line === coords[to + axis] && (line === box[axis] || line === box[axis + 2])) return axis
  }
  return null
}

export const ringsOfBox = ([west, south, east, north]: TileBox): Rings => ({
  coords: Int32Array.of(west, south, east, south, east, north, west, north),
  ringEnds: Uint32Array.of(4),
  polygonEnds: Uint32Array.of(1),
})

class TileOutline {
  private readonly coords = new IntList(1024)
  private readonly ends = new IntList()
  private readonly weights = new IntList()
  private readonly sides = new AxisEdgeSums()

  addBox([west, south, east, north]: TileBox): void {
    this.sides.add(0, west, north, south)
    this.sides.add(0, east, south, north)
    this.sides.add(1, south, west, east)
    this.sides.add(1, north, east, west)
  }

  /** Adds edges along the sides of the box to the sides, and the edges between as strands. */
  addRing(rings: Rings, ring: number, box: TileBox): void {
    const { coords } = rings
    const start = ringStart(rings, ring)
    const count = rings.ringEnds[ring] - start
    const at = (step: number): number => 2 * (start + (step % count))
    const onSide = (step: number): boolean => sideOf(coords, at(step), at(step + 1), box) !== null
    let first = 0
    while (first < count && !onSide(first)) first++
    // Without an edge on a side the strand is closed; otherwise it begins after one.
    let open = first === count
    if (open) this.push(coords, at(0))
    for (let step = first; step < first + count; step++) {
      const side = sideOf(coords, at(step), at(step + 1), box)
      if (side === null) {
        if (!open) this.push(coords, at(step))
        open = true
        this.push(coords, at(step + 1))
        continue
      }
      if (open) this.end(1)
      open = false
      const along = 1 - side
      this.sides.add(side, coords[at(step) + side], coords[at(step) + along], coords[at(step + 1) + along])
    }
    if (open) this.end(1)
  }

  finish(): Strands {
    this.sides.forEachEdge((axis, line, from, to, weight) => {
      for (const along of [from, to]) {
        this.coords.push(axis === 0 ? line : along)
        this.coords.push(axis === 0 ? along : line)
      }
      this.end(weight)
    })
    return {
      coords: this.coords.view(),
      ends: this.ends.view(),
      weights: Int16Array.from(this.weights.view()),
    }
  }

  private push(coords: Int32Array, element: number): void {
    this.coords.push(coords[element])
    this.coords.push(coords[element + 1])
  }

  private end(weight: number): void {
    this.ends.push(this.coords.length / 2)
    this.weights.push(0)
    this.weights.push(weight)
  }
}
