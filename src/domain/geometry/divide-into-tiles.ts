/** Divides an area into tiles with about equal amounts of border, by halving boxes where the border is dense. */
import { arrange } from './arrange.ts'
import { strandsOfRings, toGrid } from './arrangement/strands.ts'
import { type Cut, cutRing } from './cut-ring.ts'
import { type PolygonPart, ringPart, ringsFromParts } from './parts.ts'
import { positive } from './repair.ts'
import { polygonCount, polygonStart, type Rings } from './rings.ts'
import { sideOf, type Tile, type TileBox } from './tiles.ts'

export interface DivisionOptions {
  readonly box: TileBox
  /** Units of the grid of the area, the box and every cut. */
  readonly unit: number
  /** A tile with at most this many positions between its sides is not divided. */
  readonly mostPositions: number
  /** Nor is a tile of at most this length, in units. */
  readonly leastSide: number
}

/**
 * Yields the tiles of the whole box; neighbours follow each other. `rings` must be valid, on the grid, and lie in the box.
 */
export function* divideIntoTiles(rings: Rings, options: DivisionOptions): Generator<Tile> {
  const { box, unit, mostPositions, leastSide } = options
  if (polygonCount(rings) === 0) {
    yield { box, area: 'none' }
    return
  }
  const [west, south, east, north] = box
  const between = positionsBetweenSides(rings, box)
  const longest = Math.max(east - west, north - south)
  if (between === 0 && isWhole(rings, box)) yield { box, area: 'all' }
  else if (between <= mostPositions || longest <= leastSide) yield { box, area: withoutStops(rings, box) }
  else {
    const axis = east - west >= north - south ? 0 : 1
    const middle = toGrid((box[axis] + box[axis + 2]) / 2, unit)
    for (const isLower of [true, false]) {
      const half: TileBox =
        axis === 0
          ? [isLower ? west : middle, south, isLower ? middle : east, north]
          : [west, isLower ? south : middle, east, isLower ? middle : north]
      const cut = { axis, line: middle, isLower, unit } as const
      yield* divideIntoTiles(areaOnSide(rings, cut), { ...options, box: half })
    }
  }
}

/** Returns the part of a valid area on one side of a meridian or parallel. */
export const areaOnSide = (rings: Rings, cut: Cut): Rings => {
  const polygons: PolygonPart[] = []
  for (let ring = 0; ring < rings.ringEnds.length; ring++) {
    const kept = cutRing(ringPart(rings, ring), cut)
    if (kept.length >= 6) polygons.push([kept])
  }
  return arrange(strandsOfRings([[ringsFromParts(polygons)]], cut.unit), cut.unit, positive)
}

const isOnSide = ([west, south, east, north]: TileBox, x: number, y: number): boolean =>
  x === west || x === east || y === south || y === north

const positionsBetweenSides = ({ coords }: Rings, box: TileBox): number => {
  let count = 0
  for (let i = 0; i < coords.length; i += 2) if (!isOnSide(box, coords[i], coords[i + 1])) count++
  return count
}

/** True if an area with all its positions on the sides of the box fills the box. */
const isWhole = (rings: Rings, box: TileBox): boolean => {
  if (rings.ringEnds.length !== 1) return false
  const { coords } = rings
  for (let i = 0; i < coords.length; i += 2) {
    const next = (i + 2) % coords.length
    if (sideOf(coords, i, next, box) === null) return false
  }
  return true
}

/** Removes positions in the middle of a side that neither a border nor a corner needs. */
const withoutStops = (rings: Rings, box: TileBox): Rings => {
  const polygons: PolygonPart[] = []
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    const parts: number[][] = []
    for (let ring = polygonStart(rings, polygon); ring < rings.polygonEnds[polygon]; ring++) {
      const part = ringPart(rings, ring)
      const kept: number[] = []
      for (let i = 0; i < part.length; i += 2) {
        const before = (i + part.length - 2) % part.length
        const after = (i + 2) % part.length
        if (!isStop(part, before, i, after, box)) kept.push(part[i], part[i + 1])
      }
      parts.push(kept)
    }
    polygons.push(parts)
  }
  return ringsFromParts(polygons)
}

const isStop = (ring: Int32Array, before: number, at: number, after: number, box: TileBox): boolean => {
  const side = sideOf(ring, before, at, box)
  return side !== null && sideOf(ring, at, after, box) === side
}
