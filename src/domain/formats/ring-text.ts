/** Writes rings as text. Formats differ only in the order of the axes, the separators and the tags. */
import { polygonStart, type Rings, ringStart } from '../geometry/rings.ts'
import type { ByteWriter } from './byte-writer.ts'
import { MAX_NUMBER_BYTES, MAX_TOUCHED_BYTES, putDegrees } from './fixed-point.ts'

export interface PositionStyle {
  readonly axes: 'lonLat' | 'latLon'
  /** ASCII character between the two numbers of a position. */
  readonly between: string
  /** ASCII character between two positions. */
  readonly separator: string
}

export interface PolygonStyle extends PositionStyle {
  /** What stands before and after the exterior. */
  readonly exterior: readonly Uint8Array[]
  /** What stands before and after each hole. */
  readonly hole: readonly Uint8Array[]
}

/**
 * Estimates the size, so that the buffers of large files rarely grow: a number is about as long as `12.345678,`.
 *
 * @param tagBytes bytes that the format writes around each ring
 */
export const roughBytes = (rings: Rings, tagBytes: number): number =>
  4096 + rings.coords.length * 14 + rings.ringEnds.length * tagBytes

/** Writes the positions of ring `ring` with at most `decimals` decimals, the first one repeated at the end. */
export const writeRingText = (
  writer: ByteWriter,
  rings: Rings,
  ring: number,
  decimals: number,
  style: PositionStyle,
): void => {
  const first = ringStart(rings, ring)
  const end = rings.ringEnds[ring]
  const { coords } = rings
  const between = style.between.charCodeAt(0)
  const separator = style.separator.charCodeAt(0)
  const lead = style.axes === 'lonLat' ? 0 : 1
  writer.reserve((end - first + 1) * (2 * MAX_NUMBER_BYTES + 2) + MAX_TOUCHED_BYTES)
  const { view } = writer
  let at = writer.at
  for (let index = first; index <= end; index++) {
    const position = 2 * (index < end ? index : first)
    at = putDegrees(view, at, coords[position + lead], decimals)
    view.setUint8(at++, between)
    at = putDegrees(view, at, coords[position + 1 - lead], decimals)
    view.setUint8(at++, separator)
  }
  // Drop the last separator.
  writer.at = at - 1
}

export const writePolygonText = (
  writer: ByteWriter,
  rings: Rings,
  polygon: number,
  decimals: number,
  style: PolygonStyle,
): void => {
  const first = polygonStart(rings, polygon)
  for (let ring = first; ring < rings.polygonEnds[polygon]; ring++) {
    const [before, after] = ring === first ? style.exterior : style.hole
    writer.raw(before)
    writeRingText(writer, rings, ring, decimals, style)
    writer.raw(after)
  }
}
