/** A batch on its way to a thread: all polygons in one buffer, which is moved instead of copied, as are rows. */
import type { CarriedAttributes } from '../domain/collections/carried-attributes.ts'
import type { CollectionBatch } from '../domain/collections/collection-file.ts'

export interface PackedBatch {
  readonly attributes: CarriedAttributes
  readonly rings: Uint8Array<ArrayBuffer>
  /** Of the rings of each boundary. */
  readonly byteLengths: Uint32Array
}

/** Copies the polygons: a database may have given several in one buffer of its own. */
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

/** The buffers that are moved. */
export const moved = ({ attributes, rings }: PackedBatch): readonly ArrayBuffer[] =>
  attributes instanceof Uint8Array ? [rings.buffer, attributes.buffer] : [rings.buffer]

export const unpackBatch = ({ attributes, rings, byteLengths }: PackedBatch): CollectionBatch => {
  let end = 0
  const each = Array.from(byteLengths, (length) => {
    end += length
    return rings.subarray(end - length, end)
  })
  return { attributes, rings: each }
}
