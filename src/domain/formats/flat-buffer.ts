/**
 * Writes tables of FlatBuffers (their binary format, "Internals") front to back: a table comes before what it refers to, and each
 * reference is filled in when its target is written. Positions are bytes from the start of the writer.
 */
import { ByteWriter, encode } from './byte-writer.ts'

/** A member of a table by its number in the schema. A `reference` is filled in later. */
export type Member = readonly [
  id: number,
  type: 'uint8' | 'uint16' | 'uint64' | 'int32' | 'reference',
  value: number,
]

const BYTES = { uint8: 1, uint16: 2, int32: 4, reference: 4, uint64: 8 } as const

/** What a table begins with: the distance to its vtable. */
const TABLE_HEAD = 4
/** What a vtable begins with: its own size and the table's. */
const VTABLE_HEAD = 4
/** Tables are aligned for their widest possible member. */
const ALIGNMENT = 8

export class FlatBuffer {
  readonly writer: ByteWriter

  constructor(capacity: number) {
    this.writer = new ByteWriter(capacity)
  }

  /** Writes a table and returns its position, and those of its references by member. */
  table(members: readonly Member[]): {
    readonly at: number
    readonly references: ReadonlyMap<number, number>
  } {
    const widestFirst = members.toSorted((a, b) => BYTES[b[1]] - BYTES[a[1]])
    const vtableBytes = VTABLE_HEAD + 2 * (Math.max(-1, ...members.map(([id]) => id)) + 1)
    const offsets = new Map<number, number>()
    let size = TABLE_HEAD
    for (const [id, type] of widestFirst) {
      size = aligned(size, BYTES[type])
      offsets.set(id, size)
      size += BYTES[type]
    }
    const { writer } = this
    const at = aligned(writer.at + vtableBytes, ALIGNMENT)
    this.zeros(at + size - writer.at)
    const { view } = writer
    const vtable = at - vtableBytes
    view.setUint16(vtable, vtableBytes, true)
    view.setUint16(vtable + 2, size, true)
    for (const [id, offset] of offsets) view.setUint16(vtable + VTABLE_HEAD + 2 * id, offset, true)
    view.setInt32(at, at - vtable, true)
    const references = new Map<number, number>()
    for (const [id, type, value] of members) {
      const place = at + offsets.get(id)!
      if (type === 'uint8') view.setUint8(place, value)
      else if (type === 'uint16') view.setUint16(place, value, true)
      else if (type === 'uint64') view.setBigUint64(place, BigInt(value), true)
      else if (type === 'int32') view.setInt32(place, value, true)
      else references.set(id, place)
    }
    return { at, references }
  }

  /** Makes the reference at `place` point to `target`. */
  point(place: number, target: number): void {
    this.writer.view.setUint32(place, target - place, true)
  }

  string(place: number, text: string): void {
    this.point(place, this.bytes(encode(text), true))
  }

  /** A vector of bytes; a string ends with a zero that its length does not count. */
  bytes(content: Uint8Array, isString = false): number {
    const at = this.vector(content.length, 1)
    this.writer.raw(content)
    if (isString) this.zeros(1)
    return at
  }

  /** The length of a vector; the caller writes the elements after it, `elementBytes` each. */
  vector(length: number, elementBytes: number): number {
    const { writer } = this
    const at = aligned(writer.at + 4, Math.max(4, elementBytes)) - 4
    this.zeros(at - writer.at)
    writer.reserve(4 + length * elementBytes)
    writer.view.setUint32(at, length, true)
    writer.at = at + 4
    return at
  }

  /** A vector of references that are filled in later: their places. */
  references(place: number, count: number): readonly number[] {
    const at = this.vector(count, 4)
    this.point(place, at)
    this.zeros(4 * count)
    return Array.from({ length: count }, (_, index) => at + 4 + 4 * index)
  }

  zeros(count: number): void {
    this.writer.reserve(count)
    this.writer.bytes.fill(0, this.writer.at, this.writer.at + count)
    this.writer.at += count
  }
}

const aligned = (at: number, bytes: number): number => Math.ceil(at / bytes) * bytes

/** Begins a buffer with its size in front, and returns the place of the reference to its root. */
export const beginSized = (buffer: FlatBuffer): number => {
  buffer.writer.reserve(8)
  buffer.writer.at = 8
  return 4
}

/** The finished buffer with its size in front. Its length keeps the next buffer of a file aligned, for readers that do not copy. */
export const endSized = (buffer: FlatBuffer): Uint8Array => {
  buffer.zeros(aligned(buffer.writer.at, ALIGNMENT) - buffer.writer.at)
  buffer.writer.view.setUint32(0, buffer.writer.at - 4, true)
  return buffer.writer.finish()
}
