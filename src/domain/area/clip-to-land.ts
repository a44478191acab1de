/**
 * Removes the sea from an area. The mask lacks the smallest islands, so polygons outside its land are judged by size: small
 * ones are islets and stay, large ones are sea and are removed. If nothing would remain, the area stays whole, because then the
 * mask has no data for the place.
 */
import { areaKm2 } from '../geometry/area.ts'
import { clipToTiles } from '../geometry/clip-to-tiles.ts'
import { decodeRings } from '../geometry/codec.ts'
import { joinRings, polygonsOf } from '../geometry/parts.ts'
import { EMPTY_RINGS, polygonCount, type Rings } from '../geometry/rings.ts'
import { tilesNear } from '../geometry/tiles-near.ts'
import type { LandTile } from './ports.ts'

/** The bundled mask has all larger islands, unless it places them elsewhere than the boundary does (docs/decisions/0062). */
const MAX_ISLET_KM2 = 1

export interface ClippedToLand {
  /** Valid, and empty only when the given rings are. */
  readonly rings: Rings
  /** Islands missing from the mask, kept unclipped; part of `rings`. */
  readonly islets: Rings
  /** Polygons without land in the mask that are too large to be islets; not part of `rings`. */
  readonly removed: Rings
  /** False if the mask has no land here: `rings` are unchanged and may include sea. */
  readonly isClipped: boolean
}

/** For an area that is land already. */
export const asLand = (rings: Rings): ClippedToLand => ({
  rings,
  islets: EMPTY_RINGS,
  removed: EMPTY_RINGS,
  isClipped: true,
})

/**
 * `rings` must be valid, and `tiles` must cover them. Returns the same rings if all of the area is inland. Otherwise the border and the
 * coast of the tiles it meets are arranged together: O(n log n), about four microseconds for each position of both, most of the cost of an
 * area.
 */
export const clipToLand = (rings: Rings, tiles: readonly LandTile[]): ClippedToLand => {
  const boxes = tiles.map(({ box }) => box)
  const near = tilesNear(rings, boxes).map((tile) => {
    const { box, area } = tiles[tile]
    return { box, area: typeof area === 'string' ? area : decodeRings(area) }
  })
  const { inside, apart } = clipToTiles(rings, near)
  const polygons = polygonsOf(apart)
  const isIslet = (polygon: Rings): boolean => areaKm2(polygon) <= MAX_ISLET_KM2
  const islets = joinRings(polygons.filter(isIslet))
  if (polygonCount(inside) === 0 && polygonCount(islets) === 0)
    return { rings, islets: EMPTY_RINGS, removed: EMPTY_RINGS, isClipped: false }
  return {
    rings: polygonCount(islets) === 0 ? inside : joinRings([inside, islets]),
    islets,
    removed: joinRings(polygons.filter((polygon) => !isIslet(polygon))),
    isClipped: true,
  }
}
