/** Areas that the atlas has beside published ones (`data/atlas/areas.yaml`). */

import { areaKm2 } from '../../src/domain/geometry/area.ts'
import { locate, OUTSIDE, toUnits } from '../../src/domain/geometry/contains.ts'
import { polygonsOf } from '../../src/domain/geometry/parts.ts'
import type { Position, Rings } from '../../src/domain/geometry/rings.ts'
import { readYaml } from '../../src/sources/read-yaml.ts'

/** The fields are explained at the top of the file. */
export interface PublishedArea {
  readonly country: string
  readonly island?: string
  readonly at?: readonly Position[]
  readonly km2: number
  readonly of: string
  readonly source: string
  readonly within?: number
}

export const readPublishedAreas = (path: string): readonly PublishedArea[] => readYaml(path)

/** The atlas's polygon for a published area. @param country the polygon of the country */
export const mappedKm2 = ({ at, island }: PublishedArea, country: Rings): number => {
  if (at === undefined) return areaKm2(country)
  const polygons = polygonsOf(country)
  return at.reduce((sum, [lon, lat]) => {
    const polygon = polygons.find((rings) => locate(rings, toUnits(lon), toUnits(lat)) !== OUTSIDE)
    if (polygon === undefined) throw new Error(`${island} has no land at ${lon}, ${lat}.`)
    return sum + areaKm2(polygon)
  }, 0)
}
