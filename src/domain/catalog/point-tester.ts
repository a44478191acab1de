/**
 * Tests many points against one boundary, always with its full polygon. The first call makes one pass over the border; a second call
 * builds an index and keeps it.
 */
import type { Compute } from '../../compute/port.ts'
import type { CountedCache } from '../../util/cache-figures.ts'
import { FillingCache } from '../../util/filling-cache.ts'
import type { WorkOwner } from '../../util/work-owner.ts'
import type { BoundaryRecord } from '../boundary/boundary.ts'
import { type Grid, locateMany } from '../geometry/contains-grid.ts'
import { gridBuffers } from '../geometry/grid-buffers.ts'
import type { Catalog } from './catalog.ts'
import { indexWork, locateWork } from './locate-points.ts'

export type PointTester = ReturnType<typeof createPointTester>

export interface PointTesterParts {
  readonly catalog: Pick<Catalog, 'geometry' | 'version'>
  readonly compute: Compute
  /** Bytes of memory for indexes. */
  readonly maxBytes: number
}

/** Bytes of index for each byte of the stored polygon, at most. */
const INDEX_RATIO = 6

/** Boundaries remembered as tested once; past this number all are forgotten, and count as new again. */
const MAX_REMEMBERED = 10_000

export const createPointTester = ({ catalog, compute, maxBytes }: PointTesterParts) => {
  const indexes = new FillingCache<Grid>(maxBytes, gridBytes)
  const asked = new Set<string>()

  const isAskedAgain = (key: string): boolean => {
    if (asked.has(key)) return true
    if (asked.size >= MAX_REMEMBERED) asked.clear()
    asked.add(key)
    return false
  }

  return {
    cache: indexes as CountedCache,
    /** For each of the `[lon, lat, …]` in degrees OUTSIDE, INSIDE or BORDER. @throws ComputeBusy */
    locate: async (record: BoundaryRecord, points: Float64Array, owner: WorkOwner): Promise<Uint8Array> => {
      const key = `${await catalog.version()}|${record.id}`
      const kept = indexes.peek(key)
      if (kept !== null) return locateMany(kept, points)
      const geometry = await catalog.geometry(record)
      const options = { lane: 'interactive', owner, bytes: geometry.rings.byteLength } as const
      const canBeKept = INDEX_RATIO * geometry.rings.byteLength <= maxBytes / 2
      if (!canBeKept || !isAskedAgain(key)) return compute.run(locateWork, { geometry, points }, options)
      const grid = await indexes.get(key, () => compute.run(indexWork, geometry, options))
      return locateMany(grid, points)
    },
  }
}

const gridBytes = (grid: Grid): number =>
  gridBuffers(grid).reduce((sum, buffer) => sum + buffer.byteLength, 0)
