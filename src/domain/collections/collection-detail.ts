/** Detail of a set of boundaries, and the resulting size of the file. */
import { maxVertices } from '../boundary/detail.ts'
import type { Detail } from '../boundary/detail-level.ts'
import type { Format } from '../formats/index.ts'

/** Larger sets are not simplified: noding takes about 200 bytes for each point. */
export const MAX_COVERAGE_POINTS = 5_000_000

/**
 * Returns the maximum number of points on the borders of the whole set, each shared border counted once. A set twice as wide
 * and high shows four times as many boundaries with twice the points each way, so the number grows with the root of the
 * count.
 */
export const maxCoverageVertices = (detail: Detail, count: number): number =>
  maxVertices(detail) * Math.sqrt(Math.max(1, count))

/** Bytes of a position at full precision, and of a boundary's attributes, measured on counties. */
const BYTES: Readonly<Record<Format, readonly [position: number, boundary: number]>> = {
  geojson: [22, 1_100],
  geojsonl: [22, 1_100],
  geojsons: [22, 1_100],
  topojson: [8, 1_100],
  kml: [20, 1_500],
  gml: [20, 1_300],
  svg: [9, 250],
  csv: [20, 350],
  wkt: [20, 0],
  poly: [20, 0],
  wkb: [16, 20],
  fgb: [16, 650],
  gpkg: [17, 600],
  shp: [12, 150],
  parquet: [7, 100],
}

/** Every border inside the set belongs to two boundaries. */
const SHARED = 2

export const estimatedBytes = (format: Format, detail: Detail, count: number, points: number): number => {
  const [position, boundary] = BYTES[format]
  const shown = Math.min(points, SHARED * maxCoverageVertices(detail, count))
  return Math.round(shown * position + count * boundary)
}
