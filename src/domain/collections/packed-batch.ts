/** Packs a batch for a thread: all polygons in one buffer, which is transferred instead of copied, like rows. */
import type { CarriedAttributes } from '../formats/carried-attributes.ts'
import type { CollectionBatch } from './collection-file.ts'

export interface PackedBatch {
  readonly attributes: CarriedAttributes
  readonly rings: Uint8Array<ArrayBuffer>
  /** Length of each boundary's rings. */
  readonly byteLengths: Uint32Array
}

/** Copies the polygons, because a database may have returned several in one buffer of its own. */
export const packBatch = ({ attributes, rings }: CollectionBatch): PackedBatch => {
  const byteLengths = Uint32Array.from(rings, ({ byteLength }) => byteLength)
  const all = new Uint8Array(byteLengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const each of rings) {
    all.set(each, at)
    at += each.byteLength
  }
  return { attributes, rings: all, byteLengths }
}

/** Returns the buffers to transfer. */
export const batchBuffers = ({ attributes, rings }: PackedBatch): readonly ArrayBuffer[] =>
  attributes instanceof Uint8Array ? [rings.buffer, attributes.buffer] : [rings.buffer]

export const unpackBatch = ({ attributes, rings, byteLengths }: PackedBatch): CollectionBatch => {
  let end = 0
  const each = Array.from(byteLengths, (length) => {
    end += length
    return rings.subarray(end - length, end)
  })
  return { attributes, rings: each }
}
