/** The land of the coarse map, and its lakes, from the bundled masks. */

import type { LandMask } from '../../src/domain/area/ports.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { type Rings, ringStart, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { openLand, openWaters } from '../../src/sources/land/open-land.ts'
import { type Line, type Point, rounded, simplified, spanOf } from './lines.ts'

/** A pixel of the map at zoom 4 is 0.04 degrees wide; the coast has to hold up to a glance at zoom 5. */
const TOLERANCE = 0.06
const MIN_SPANS = { land: 0.25, water: 0.4 } as const
const DECIMALS = 2

type Box = readonly [west: number, south: number, east: number, north: number]

type Polygons = readonly (readonly Line[])[]

export const coarseLand = (directory: string): Promise<Polygons> =>
  coarsePolygons(openLand({ packedIn: directory, dataDirectory: directory, file: null }), MIN_SPANS.land)

export const coarseWaters = (directory: string): Promise<Polygons> =>
  coarsePolygons(openWaters({ packedIn: directory, dataDirectory: directory }), MIN_SPANS.water)

/** Polygons of the tiles of the mask. They meet exactly, so that no seam shows. */
const coarsePolygons = async (
  mask: LandMask & { readonly close: () => Promise<void> },
  minSpan: number,
): Promise<Polygons> => {
  const { tiles } = await mask.landIn([[-180, -85.1, 180, 90]])
  await mask.close()
  return tiles.flatMap(({ box, area }) => {
    const [west, south, east, north] = box.map((unit) => unit / UNITS_PER_DEGREE)
    if (area === 'none') return []
    const corners: Line = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    if (area === 'all') return [[rounded(corners, DECIMALS)]]
    return polygonsOf(decodeRings(area)).flatMap((rings) => {
      if (spanOf(rings[0]) < minSpan) return []
      const shown = rings
        .filter((ring) => spanOf(ring) >= minSpan)
        .map((ring) => coarse(ring, [west, south, east, north]))
        .filter((ring) => ring.length > 3)
      return shown.length === 0 ? [] : [shown]
    })
  })
}

/** Positions on the sides of the tile stay, except needless ones between two others. */
const coarse = (ring: Line, [west, south, east, north]: Box): Line => {
  const isOnSide = ([x, y]: Point): boolean => x === west || x === east || y === south || y === north
  const kept = simplified(ring, TOLERANCE, isOnSide)
  const needed = kept.filter(([x, y], index) => {
    const [before, after] = [kept[index - 1], kept[index + 1]]
    if (before === undefined || after === undefined) return true
    return !((before[0] === x && after[0] === x) || (before[1] === y && after[1] === y))
  })
  return rounded(needed, DECIMALS)
}

const polygonsOf = (rings: Rings): readonly (readonly Line[])[] => {
  let ring = 0
  return Array.from(rings.polygonEnds, (end) => {
    const lines: Line[] = []
    for (; ring < end; ring++) {
      const positions = rings.coords.subarray(2 * ringStart(rings, ring), 2 * rings.ringEnds[ring])
      const open = Array.from(
        { length: positions.length / 2 },
        (_, index): Point => [
          positions[2 * index] / UNITS_PER_DEGREE,
          positions[2 * index + 1] / UNITS_PER_DEGREE,
        ],
      )
      lines.push([...open, open[0]])
    }
    return lines
  })
}
