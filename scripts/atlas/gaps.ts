/** Land of a country outside its first-level units, as listed in `data/atlas/gaps.json`. */
import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { polygonsOf } from '../../src/domain/geometry/parts.ts'
import { pointOnSurface } from '../../src/domain/geometry/point-inside.ts'
import type { Position, Rings } from '../../src/domain/geometry/rings.ts'

export interface Gap {
  readonly km2: number
  /** A point inside. */
  readonly at: Position
}

/** Smaller ones are islets and corners. */
const MIN_GAP_KM2 = 100

/** The largest first. */
export const gapsOf = (land: Rings): readonly Gap[] =>
  polygonsOf(land)
    .map((rings) => ({ rings, km2: Math.round(areaKm2(rings)) }))
    .filter(({ km2 }) => km2 >= MIN_GAP_KM2)
    .sort((a, b) => b.km2 - a.km2)
    .map(({ rings, km2 }) => {
      const [lon, lat] = pointOnSurface(rings)
      return { km2, at: [round(lon), round(lat)] }
    })

const round = (degrees: number): number => Math.round(degrees * 100) / 100
