/**
 * Recognizes points whose longitude and latitude are swapped: almost none are on land, but would be if they were exchanged; or many latitudes
 * are impossible, and more of the points would be on land.
 */

import type { Locator } from '../locator.ts'
import type { LineLayout } from '../point-formats.ts'
import { PointsFault, positionFault } from '../points-reader.ts'
import type { ParquetLayout } from './enrich-group.ts'
import type { Enricher } from './enriched-part.ts'

/** Points of a sample that lie in a boundary, as they are and with longitude and latitude swapped, which is counted if they may be. */
export interface Orientation {
  readonly points: number
  readonly inside: number
  readonly insideSwapped: number
  /** Points with a latitude beyond ±90 that would be a longitude, and those of them in a boundary when swapped. */
  readonly beyond: number
  readonly beyondInsideSwapped: number
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
  const isBeyond = (row: number): boolean =>
    positionFault(0, lats[row]) !== null && positionFault(lats[row], lons[row]) === null
  /** Rows of the sample whose point, with these longitudes and latitudes, is in a boundary. */
  const insideOf = async (x: Float64Array, y: Float64Array): Promise<readonly number[]> => {
    const valid = sample.filter((row) => positionFault(x[row], y[row]) === null)
    const at = (degrees: Float64Array): Float64Array => Float64Array.from(valid, (row) => degrees[row])
    const answers = await many.locate(at(x), at(y))
    return valid.filter((_, index) => many.answers[answers[index]].length > 0)
  }
  const points = sample.length
  const beyond = sample.filter(isBeyond).length
  const inside = (await insideOf(lons, lats)).length
  const mayBeSwapped = points >= MIN_POINTS && (inside <= FEW * points || areBeyond(beyond, points))
  const swapped = mayBeSwapped ? await insideOf(lats, lons) : []
  return {
    points,
    inside,
    insideSwapped: swapped.length,
    beyond,
    beyondInsideSwapped: swapped.filter(isBeyond).length,
  }
}

/** Shares of points on land by which swapped coordinates are recognized. */
const FEW = 0.5
const MOST = 0.8
const MIN_POINTS = 3
/** Shares of latitudes beyond ±90: fewer than the first are some wrong rows; between both, the other points decide. */
const SOME_BEYOND = 0.1
const MANY_BEYOND = 0.25

const areBeyond = (beyond: number, points: number): boolean =>
  beyond >= MIN_POINTS && beyond >= SOME_BEYOND * points

const areSwapped = (orientation: Orientation): boolean => {
  const { points, inside, insideSwapped, beyond, beyondInsideSwapped } = orientation
  if (points < MIN_POINTS) return false
  if (inside <= FEW * points && insideSwapped >= MOST * points) return true
  if (!areBeyond(beyond, points) || insideSwapped <= inside) return false
  const others = points - beyond
  const othersSwapped = insideSwapped - beyondInsideSwapped
  return beyond >= MANY_BEYOND * points || (othersSwapped > inside && othersSwapped > FEW * others)
}

/** @throws PointsFault that says how to exchange them */
export const refuseSwapped = (orientation: Orientation, layout: LineLayout | ParquetLayout): void => {
  if (!areSwapped(orientation)) return
  const { points, inside, insideSwapped } = orientation
  const way = hasPositionColumns(layout) ? 'with --lon and --lat' : 'in the file'
  throw new PointsFault(
    `Longitude and latitude seem to be swapped: of ${points} points, ${inside} are on land, and ${insideSwapped} would be if they were swapped. Swap them ${way}, or keep them with --keep-order.`,
  )
}

const hasPositionColumns = (layout: LineLayout | ParquetLayout): boolean =>
  layout.format === 'csv' || (layout.format === 'parquet' && layout.position.kind === 'numbers')
