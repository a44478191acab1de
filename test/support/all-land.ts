/** A land mask without sea, for imports and fetches of made-up places. */
import type { LandMask } from '../../src/domain/area/ports.ts'
import { toUnits } from '../../src/domain/geometry/contains.ts'

export const ALL_LAND: LandMask = {
  landIn: async () => ({
    tiles: [{ box: [toUnits(-180), toUnits(-90), toUnits(180), toUnits(90)], area: 'all' }],
    sources: [],
  }),
}
