/** Finds the rings of one area near many boxes. */
import Flatbush from 'flatbush'
import { extentOfRing } from './extent.ts'
import { type PolygonPart, ringPart, ringsFromParts } from './parts.ts'
import { type Rings, ringCount } from './rings.ts'
import type { TileBox } from './tiles.ts'

/** Reads the area once; each box then costs only the rings near it. */
export class RingsNear {
  private readonly rings: Rings
  private readonly index: Flatbush | null

  constructor(rings: Rings) {
    this.rings = rings
    this.index = ringIndex(rings)
  }

  /** Returns the rings whose extent meets the box, each as a polygon of its own, as `cutToBox` reads them. */
  meeting([west, south, east, north]: TileBox): Rings {
    const found = this.index?.search(west, south, east, north) ?? []
    return ringsFromParts(
      found.sort((one, other) => one - other).map((ring): PolygonPart => [ringPart(this.rings, ring)]),
    )
  }
}

const ringIndex = (rings: Rings): Flatbush | null => {
  if (ringCount(rings) === 0) return null
  const index = new Flatbush(ringCount(rings))
  for (let ring = 0; ring < ringCount(rings); ring++) index.add(...extentOfRing(rings, ring))
  index.finish()
  return index
}
