/** Recognizes points whose longitude and latitude are swapped: almost none are on land, but would be if they were exchanged. */
import type { ReverseMany } from '../../catalog/reverse-many.ts'
import type { LineLayout } from '../formats.ts'
import { PointsFault, positionFault } from '../points-reader.ts'
import type { ParquetLayout } from './enrich-group.ts'
import type { Enricher } from './enriched-part.ts'

/** Points of a sample that lie in a boundary, as they are and with longitude and latitude swapped. */
export interface Orientation {
  readonly points: number
  readonly inside: number
  readonly insideSwapped: number
}

const SAMPLE = 1_000

export const orientationOf = async (
  many: ReverseMany,
  { lons, lats }: ReturnType<Enricher['points']>,
): Promise<Orientation> => {
  const sample: number[] = []
  const step = Math.max(1, Math.floor(lons.length / SAMPLE))
  for (let row = 0; row < lons.length; row += step)
    if (Number.isFinite(lons[row]) && Number.isFinite(lats[row])) sample.push(row)
  const insideOf = async (x: Float64Array, y: Float64Array): Promise<number> => {
    const valid = sample.filter((row) => positionFault(x[row], y[row]) === null)
    const at = (degrees: Float64Array): Float64Array => Float64Array.from(valid, (row) => degrees[row])
    const answers = await many.locate(at(x), at(y))
    return answers.reduce((sum, answer) => sum + Math.sign(many.answers[answer].length), 0)
  }
  return {
    points: sample.length,
    inside: await insideOf(lons, lats),
    insideSwapped: await insideOf(lats, lons),
  }
}

/** Shares of points on land by which swapped coordinates are recognized. */
const FEW = 0.2
const MOST = 0.8
const MIN_POINTS = 20

/** @throws PointsFault that says how to exchange them */
export const refuseSwapped = (
  { points, inside, insideSwapped }: Orientation,
  layout: LineLayout | ParquetLayout,
): void => {
  if (points < MIN_POINTS || inside > FEW * points || insideSwapped < MOST * points) return
  const way = hasPositionColumns(layout) ? 'with --lon and --lat' : 'in the file'
  throw new PointsFault(
    `Longitude and latitude seem to be swapped: of ${points} points ${inside} are on land, and ${insideSwapped} would be if they were exchanged. Exchange them ${way}, or keep them with --keep-order.`,
  )
}

const hasPositionColumns = (layout: LineLayout | ParquetLayout): boolean =>
  layout.format === 'csv' || (layout.format === 'parquet' && layout.position.kind === 'numbers')
