/** Sizes of the tiles of land masks. */
import { HALF_TURN, POLE } from '../../domain/geometry/map-rim.ts'
import type { TileBox } from '../../domain/geometry/tiles.ts'

export const EARTH: TileBox = [-HALF_TURN, -POLE, HALF_TURN, POLE]

export const TILE_SIZE = {
  /**
   * A query about a small place reads and clips a few tiles of this size. Smaller tiles cost bytes, because every cut adds
   * positions.
   */
  mostPositions: 1000,
  /** A twentieth of a degree, about 5 km. */
  leastSide: 500_000,
}
