/** Reads points of well-known binary. */

const [POINT, MULTI_POINT] = [1, 4]
/** One byte for the byte order, four for the type. */
const HEAD_BYTES = 5
const POINT_BYTES = HEAD_BYTES + 16
/** Of Extended WKB: a number of the reference system follows. */
const HAS_SRID = 0x20000000

/** Returns `[x, y]` of a point, or of several points that are one; null for anything else. */
export const wkbPoint = (wkb: Uint8Array): readonly [x: number, y: number] | null => {
  if (wkb.length < POINT_BYTES) return null
  const view = new DataView(wkb.buffer, wkb.byteOffset, wkb.byteLength)
  const isLittleEndian = wkb[0] === 1
  const stated = view.getUint32(1, isLittleEndian)
  // The thousands of the type, or its highest bits, say whether height and measure follow.
  const type = (stated & 0xffff) % 1000
  const start = HEAD_BYTES + (stated & HAS_SRID ? 4 : 0)
  if (type === MULTI_POINT && view.getUint32(start, isLittleEndian) === 1)
    return wkbPoint(wkb.subarray(start + 4))
  if (type !== POINT || wkb.length < start + 16) return null
  return [view.getFloat64(start, isLittleEndian), view.getFloat64(start + 8, isLittleEndian)]
}
