/** The points of a row group, in degrees. */
import type { SchemaTree } from 'hyparquet/src/types.js'
import { positionFault } from '../points-reader.ts'
import type { LeafValue } from './leaf.ts'
import type { ParquetPosition } from './position.ts'

export interface GroupPoints {
  /** Not a number where there is none. */
  readonly lons: Float64Array
  readonly lats: Float64Array
  /** By row: a sentence about what is wrong with it. */
  readonly faults: ReadonlyMap<number, string>
}

/** `valuesOf` reads the values of a column that is not repeated, by its number. */
export const groupPoints = (
  position: ParquetPosition,
  leaves: readonly (readonly SchemaTree[])[],
  valuesOf: (leaf: number) => readonly LeafValue[],
): GroupPoints => {
  const { lons, lats } =
    position.kind === 'wkb'
      ? pointsOfWkb(valuesOf(position.geometry))
      : {
          lons: degreesOf(valuesOf(position.lon), leaves[position.lon]),
          lats: degreesOf(valuesOf(position.lat), leaves[position.lat]),
        }
  const faults = new Map<number, string>()
  for (let row = 0; row < lons.length; row++) {
    const fault = positionFault(lons[row], lats[row])
    if (fault !== null) faults.set(row, fault)
  }
  return { lons, lats, faults }
}

const degreesOf = (values: readonly LeafValue[], path: readonly SchemaTree[]): Float64Array => {
  const { converted_type, scale } = path[path.length - 1].element
  const unit = converted_type === 'DECIMAL' ? 10 ** (scale ?? 0) : 1
  const degrees = new Float64Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    degrees[row] = value === null ? Number.NaN : Number(value) / unit
  }
  return degrees
}

const POINT = 1
/** A byte for the order, four for the type, eight for each coordinate. */
const POINT_BYTES = 21

/** Well-known binary; anything else than a point is not a number. */
const pointsOfWkb = (values: readonly LeafValue[]) => {
  const lons = new Float64Array(values.length).fill(Number.NaN)
  const lats = new Float64Array(values.length).fill(Number.NaN)
  for (let row = 0; row < values.length; row++) {
    const wkb = values[row]
    if (!(wkb instanceof Uint8Array) || wkb.length < POINT_BYTES) continue
    const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
    const isLittleEndian = wkb[0] === 1
    // Thousands say whether there are heights and measures, which follow.
    if (view.getUint32(1, isLittleEndian) % 1000 !== POINT) continue
    lons[row] = view.getFloat64(5, isLittleEndian)
    lats[row] = view.getFloat64(13, isLittleEndian)
  }
  return { lons, lats }
}
