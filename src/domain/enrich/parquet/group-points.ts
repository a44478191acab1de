/** Reads the points of a row group, in degrees. */
import type { SchemaTree } from 'hyparquet'
import { type Points, PointsFault, positionFault } from '../points-reader.ts'
import { wkbPoint } from '../wkb-point.ts'
import type { LeafValue } from './leaf.ts'
import type { ParquetPosition } from './position.ts'

/** Returns the values of the pages of a column that is not repeated, by its number. */
export type PagesOf = (leaf: number) => Iterable<{ readonly values: readonly LeafValue[] }>

export const groupPoints = (
  position: ParquetPosition,
  leaves: readonly (readonly SchemaTree[])[],
  rows: number,
  pagesOf: PagesOf,
): Points => {
  const lons = new Float64Array(rows).fill(Number.NaN)
  const lats = new Float64Array(rows).fill(Number.NaN)
  if (position.kind === 'numbers') {
    const { lon, lat } = position
    inRows(pagesOf(lon), rows, degreesInto(lons, leaves[lon]))
    inRows(pagesOf(lat), rows, degreesInto(lats, leaves[lat]))
  } else inRows(pagesOf(position.geometry), rows, pointInto(lons, lats))
  const faults = new Map<number, string>()
  for (let row = 0; row < rows; row++) {
    const fault = positionFault(lons[row], lats[row])
    if (fault !== null) faults.set(row, fault)
  }
  return { lons, lats, faults }
}

type TakeValue = (row: number, value: LeafValue) => void

const inRows = (pages: ReturnType<PagesOf>, rows: number, take: TakeValue): void => {
  let row = 0
  for (const { values } of pages) {
    if (row + values.length > rows) throw new PointsFault(NOT_EACH_ROW)
    for (let i = 0; i < values.length; i++) take(row++, values[i])
  }
  if (row < rows) throw new PointsFault(NOT_EACH_ROW)
}

const NOT_EACH_ROW = 'The file is damaged: a row group does not have a position for each row.'

const degreesInto = (degrees: Float64Array, path: readonly SchemaTree[]): TakeValue => {
  const { converted_type, scale } = path[path.length - 1].element
  const unit = converted_type === 'DECIMAL' ? 10 ** (scale ?? 0) : 1
  return (row, value) => {
    if (value !== null) degrees[row] = Number(value) / unit
  }
}

/** Reads well-known binary; anything but a point becomes NaN. */
const pointInto =
  (lons: Float64Array, lats: Float64Array): TakeValue =>
  (row, wkb) => {
    const point = wkb instanceof Uint8Array ? wkbPoint(wkb) : null
    if (point !== null) [lons[row], lats[row]] = point
  }
