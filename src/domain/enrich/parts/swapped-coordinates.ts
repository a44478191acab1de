/** Recognizes points whose longitude and latitude are swapped: almost none are on land, but would be if they were exchanged. */

import type { LineLayout } from '../formats.ts'
import type { Locator } from '../locator.ts'
import { PointsFault, positionFault } from '../points-reader.ts'
import type { ParquetLayout } from './enrich-group.ts'
import type { Enricher } from './enriched-part.ts'

/** Points of a sample that lie in a boundary, as they are and with longitude and latitude swapped, which is counted if the former are few. */
export interface Orientation {
  readonly points: number
  readonly inside: number
  readonly insideSwapped: number
}

const SAMPLE = 1_000

export const orientationOf = async (
  many: Locator,
  { lons, lats }: ReturnType<Enricher['points']>,
  maxSample = SAMPLE,
): Promise<Orientation> => {
  const sample: number[] = []
  const step = Math.max(1, Math.ceil(lons.length / maxSample))
  for (let row = 0; row < lons.length; row += step)
    if (Number.isFinite(lons[row]) && Number.isFinite(lats[row])) sample.push(row)
  const insideOf = async (x: Float64Array, y: Float64Array): Promise<number> => {
    const valid = sample.filter((row) => positionFault(x[row], y[row]) === null)
    const at = (degrees: Float64Array): Float64Array => Float64Array.from(valid, (row) => degrees[row])
    const answers = await many.locate(at(x), at(y))
    return answers.reduce((sum, answer) => sum + Math.sign(many.answers[answer].length), 0)
  }
  const inside = await insideOf(lons, lats)
  const areFew = sample.length >= MIN_POINTS && inside <= FEW * sample.length
  return { points: sample.length, inside, insideSwapped: areFew ? await insideOf(lats, lons) : 0 }
}

/** Shares of points on land by which swapped coordinates are recognized. */
const FEW = 0.5
const MOST = 0.8
const MIN_POINTS = 3

/** @throws PointsFault that says how to exchange them */
export const refuseSwapped = (
  { points, inside, insideSwapped }: Orientation,
  layout: LineLayout | ParquetLayout,
): void => {
  if (inside > FEW * points || points < MIN_POINTS || insideSwapped < MOST * points) return
  const way = hasPositionColumns(layout) ? 'with --lon and --lat' : 'in the file'
  throw new PointsFault(
    `Longitude and latitude seem to be swapped: of ${points} points ${inside} are on land, and ${insideSwapped} would be if they were exchanged. Exchange them ${way}, or keep them with --keep-order.`,
  )
}

const hasPositionColumns = (layout: LineLayout | ParquetLayout): boolean =>
  layout.format === 'csv' || (layout.format === 'parquet' && layout.position.kind === 'numbers')
