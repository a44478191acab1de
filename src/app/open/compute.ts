/** The part of the service that does heavy work: see `compute/port.ts`. */
import type { Compute } from '../../compute/port.ts'
import { disputesWork } from '../../domain/catalog/locate-disputes.ts'
import { locateWork } from '../../domain/catalog/locate-points.ts'
import { renderWork } from '../../domain/files/render-geometry.ts'
import { drawTilesWork } from '../../domain/tiles/draw-tile.ts'

/** The work of the commonest calls. */
const FIRST = [renderWork, disputesWork, locateWork, drawTilesWork]

export const openComputePart = (compute: Compute) => ({
  compute,
  /** Otherwise the first calls would wait until a thread has loaded its code. */
  prepare: async () => {
    for (const work of FIRST) compute.prepare(work, 'interactive')
  },
})
