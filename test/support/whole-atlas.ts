/** The complete committed atlas in memory: finds the boundaries that contain each of many points without querying a database for each. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Flatbush from 'flatbush'
import type { BoundaryRecord } from '../../src/domain/boundary/boundary.ts'
import type { BoundaryId } from '../../src/domain/boundary/id.ts'
import { decodeRings } from '../../src/domain/geometry/codec.ts'
import { INSIDE, OUTSIDE } from '../../src/domain/geometry/contains.ts'
import { buildGrid, locateMany } from '../../src/domain/geometry/contains-grid.ts'
import { polygonsOf } from '../../src/domain/geometry/parts.ts'
import { type Position, type Rings, UNITS_PER_DEGREE } from '../../src/domain/geometry/rings.ts'
import { openBundledAtlas, unpackedAtlas } from '../../src/sources/atlas/bundled-atlas.ts'

const PACKED = join(import.meta.dirname, '../../data/atlas')

export interface DrawnBoundary {
  readonly record: BoundaryRecord
  readonly rings: Rings
}

export const readWholeAtlas = async (): Promise<readonly DrawnBoundary[]> => {
  const { source, close } = await openBundledAtlas(PACKED, PACKED)
  const records = await source.records(await allIds())
  const drawn = await Promise.all(
    records.map(async (record) => ({
      record,
      rings: decodeRings((await source.geometry(record.id))!.rings),
    })),
  )
  await close()
  return drawn
}

const allIds = async (): Promise<readonly BoundaryId[]> => {
  const file = new DatabaseSync(await unpackedAtlas(PACKED, PACKED), { readOnly: true })
  const rows = file.prepare('select id from boundary order by id').all() as { id: BoundaryId }[]
  file.close()
  return rows.map(({ id }) => id)
}

export interface Containing {
  /** Boundaries that contain the point. */
  readonly inside: readonly BoundaryRecord[]
  /** Boundaries that have it on their border. */
  readonly onBorder: readonly BoundaryRecord[]
}

/** For each point the boundaries that contain it, in their order. */
export const locateInAll = (
  boundaries: readonly DrawnBoundary[],
  points: readonly Position[],
): readonly Containing[] => {
  const index = new Flatbush(points.length)
  for (const [lon, lat] of points) index.add(lon, lat, lon, lat)
  index.finish()
  const found = points.map(() => ({ inside: [] as BoundaryRecord[], onBorder: [] as BoundaryRecord[] }))
  for (const { record, rings } of boundaries) {
    const candidates = pointsInBoxes(index, rings)
    if (candidates.length === 0) continue
    const locations = locateMany(
      buildGrid(rings),
      Float64Array.from(candidates.flatMap((point) => points[point])),
    )
    candidates.forEach((point, i) => {
      if (locations[i] === OUTSIDE) return
      found[point][locations[i] === INSIDE ? 'inside' : 'onBorder'].push(record)
    })
  }
  return found
}

/** Points in the box of one of the polygons: the box of Fiji as a whole is as wide as the world. */
const pointsInBoxes = (index: Flatbush, rings: Rings): readonly number[] => {
  const points = new Set<number>()
  for (const { coords } of polygonsOf(rings)) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let i = 0; i < coords.length; i += 2) {
      west = Math.min(west, coords[i])
      east = Math.max(east, coords[i])
      south = Math.min(south, coords[i + 1])
      north = Math.max(north, coords[i + 1])
    }
    const box = [west, south, east, north].map((units) => units / UNITS_PER_DEGREE)
    for (const point of index.search(box[0], box[1], box[2], box[3])) points.add(point)
  }
  return [...points]
}
