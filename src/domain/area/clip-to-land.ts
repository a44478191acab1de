/**
 * An area without the sea. The mask lacks the smallest islands, so what lies off its land altogether is judged by size: small
 * polygons are islets and stay, large ones are sea and go. An area of which nothing would be left stays whole, because then the
 * mask does not know the place.
 */
import { areaKm2 } from '../geometry/area.ts'
import { clip } from '../geometry/clip.ts'
import { decodeRings } from '../geometry/codec.ts'
import { joinRings, polygonsOf } from '../geometry/parts.ts'
import { EMPTY_RINGS, polygonCount, type Rings } from '../geometry/rings.ts'
import { tilesMeeting } from '../geometry/tiles-near.ts'
import type { LandTile } from './ports.ts'

/** Larger islands are in the bundled mask, as far as they are where the boundary has them (docs/decisions/0062). */
const ISLET_MOST_KM2 = 1

export interface ClippedToLand {
  /** Valid, and empty only when the given rings are. */
  readonly rings: Rings
  /** Islands that the mask does not have, kept whole; they are part of `rings`. */
  readonly islets: Rings
  /** Polygons without any land of the mask that are too large for islets; they are not part of `rings`. */
  readonly removed: Rings
  /** False when the mask has no land here: `rings` are as they were given and may be sea. */
  readonly isClipped: boolean
}

/** `rings` must be valid; `tiles` must cover them. When all of it is inland, the same rings come back. */
export const clipToLand = (rings: Rings, tiles: readonly LandTile[]): ClippedToLand => {
  const boxes = tiles.map(({ box }) => box)
  const near = tilesMeeting(rings, boxes).map((tile) => {
    const { box, area } = tiles[tile]
    return { box, area: typeof area === 'string' ? area : decodeRings(area) }
  })
  const { inside, apart } = clip(rings, near)
  const polygons = polygonsOf(apart)
  const isIslet = (polygon: Rings): boolean => areaKm2(polygon) <= ISLET_MOST_KM2
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
