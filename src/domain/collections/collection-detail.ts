/** Detail of a set of boundaries, and the size of the file that it gives. */
import { DETAILS, type Detail, maxVertices } from '../boundary/detail-levels.ts'
import { wholeHeads } from '../formats/carried-attributes.ts'
import { FORMATS, type Format } from '../formats/index.ts'

/** More points are not simplified together: noding them takes about 200 bytes each. */
export const MAX_COVERAGE_POINTS = 5_000_000

/**
 * Points on the borders of the whole set, each shared border once. A set twice as wide and high shows four times as many boundaries with
 * twice the points each way: the number grows with the root of the count.
 */
export const maxCoverageVertices = (detail: Detail, count: number): number =>
  maxVertices(detail) * Math.sqrt(Math.max(1, count))

/** Bytes of a file: of the empty file, of the attributes of a boundary, and of a position at low, medium, high and full detail. */
type Sizes = readonly [file: number, boundary: number, positions: readonly [number, number, number, number]]

/** Fitted to files of the atlas and of an extract; full detail has more decimals than the atlas, and extracts use them. */
const JSON_TEXT: Sizes = [300, 920, [17.9, 19, 18.8, 19.2]]
const BYTES: Readonly<Record<Format, Sizes>> = {
  geojson: JSON_TEXT,
  geojsonl: JSON_TEXT,
  geojsons: JSON_TEXT,
  topojson: [500, 1_070, [8.7, 10.6, 11.7, 13.8]],
  kml: [500, 1_410, [16.6, 17.6, 17.5, 17.8]],
  gml: [500, 1_240, [16.8, 17.8, 17.7, 18]],
  svg: [2_300, 70, [11.6, 12.2, 11.7, 11.8]],
  csv: [500, 290, [15.3, 16.9, 16.8, 17.1]],
  wkt: [0, 0, [15.3, 16.9, 16.8, 17.1]],
  poly: [0, 0, [20, 20, 20, 20]],
  wkb: [20, 0, [16, 16, 16, 16]],
  fgb: [2_200, 470, [16.4, 17, 16.4, 16.4]],
  gpkg: [125_000, 330, [18.6, 18.3, 17, 17.1]],
  shp: [1_900, 0, [7.5, 8.2, 8.4, 8.5]],
  parquet: [5_500, 0, [6.4, 7.3, 7.5, 7.5]],
  cover: [1_800, 0, [10.5, 10.5, 10.5, 10.5]],
}

/** Boundaries that a position belongs to: nearly two in a large set, whose borders are nearly all inside it, and one for a boundary alone. */
const boundariesAtPosition = (count: number): number => Math.max(1, 2 - 2.5 / Math.sqrt(count))

/** Of the positions that a detail admits, the share that the simplified set has. */
const USED = 0.9

/** What a survey tells about the size of a file. */
interface Measures {
  readonly count: number
  /** Positions of the full polygons. */
  readonly points: number
  readonly nameBytes: number
}

export const estimatedBytes = (
  format: Format,
  detail: Detail,
  { count, points, nameBytes }: Measures,
): number => {
  const [file, boundary, positions] = BYTES[format]
  const shown = Math.min(points, USED * boundariesAtPosition(count) * maxCoverageVertices(detail, count))
  const written = format === 'topojson' ? shown / boundariesAtPosition(count) : shown
  const names = FORMATS[format].carry === wholeHeads ? nameBytes : 0
  return Math.round(file + count * boundary + names + written * positions[DETAILS.indexOf(detail)])
}
