/**
 * Writes tables of FlatBuffers (their binary format, "Internals") front to back: a table comes before the objects that it
 * refers to, and each reference is filled in when its target is written. Positions are bytes from the start of the writer.
 */
import { ByteWriter } from './byte-writer.ts'

/** A member of a table by its number in the schema. */
export type TableMember = readonly [id: number, type: 'uint8' | 'uint16' | 'uint64' | 'int32' | 'reference']

const BYTES = { uint8: 1, uint16: 2, int32: 4, reference: 4, uint64: 8 } as const

/** Places of the members of one kind of table. */
export interface TableLayout {
  readonly vtable: Uint8Array
  readonly bytes: number
  /** Offset of each member from the start of the table, by its number. */
  readonly offsets: readonly number[]
}

/** A table begins with the distance to its vtable. */
const TABLE_HEAD = 4
/** A vtable begins with its own size and the table's. */
const VTABLE_HEAD = 4
/** Tables are aligned for their widest possible member. */
const ALIGNMENT = 8

export const tableLayout = (...members: readonly TableMember[]): TableLayout => {
  const offsets: number[] = []
  let bytes = TABLE_HEAD
  for (const [id, type] of members.toSorted((a, b) => BYTES[b[1]] - BYTES[a[1]])) {
    offsets[id] = aligned(bytes, BYTES[type])
    bytes = offsets[id] + BYTES[type]
  }
  const vtable = new DataView(new ArrayBuffer(VTABLE_HEAD + 2 * offsets.length))
  vtable.setUint16(0, vtable.byteLength, true)
  vtable.setUint16(2, bytes, true)
  offsets.forEach((offset, id) => {
    vtable.setUint16(VTABLE_HEAD + 2 * id, offset, true)
  })
  return { vtable: new Uint8Array(vtable.buffer), bytes, offsets }
}

export class FlatBuffer {
  readonly writer: ByteWriter

  constructor(capacity: number) {
    this.writer = new ByteWriter(capacity)
  }

  /** Writes a table of zeros and returns its position; the caller sets its members at their offsets. */
  table({ vtable, bytes }: TableLayout): number {
    const { writer } = this
    const at = aligned(writer.at + vtable.length, ALIGNMENT)
    this.zeros(at + bytes - writer.at)
    writer.bytes.set(vtable, at - vtable.length)
    writer.view.setInt32(at, vtable.length, true)
    return at
  }

  /** Sets the reference at `place` to `target`. */
  point(place: number, target: number): void {
    this.writer.view.setUint32(place, target - place, true)
  }

  string(place: number, text: string): void {
    const at = this.vector(0, 1)
    this.point(place, at)
    this.writer.text(text)
    this.endBytes(at)
    // The terminating zero is not part of the length.
    this.zeros(1)
  }

  /** Writes the length of a vector; the caller then writes the elements, `elementBytes` each. */
  vector(length: number, elementBytes: number): number {
    const { writer } = this
    const at = aligned(writer.at + 4, Math.max(4, elementBytes)) - 4
    this.zeros(at - writer.at)
    writer.reserve(4 + length * elementBytes)
    writer.view.setUint32(at, length, true)
    writer.at = at + 4
    return at
  }

  /** Ends a vector of bytes whose length was unknown when it began. */
  endBytes(vector: number): void {
    this.writer.view.setUint32(vector, this.writer.at - vector - 4, true)
  }

  /**
   * Writes a vector of references that are filled in later; returns the place of the first. The others follow it, four bytes
   * each.
   */
  references(place: number, count: number): number {
    const at = this.vector(count, 4)
    this.point(place, at)
    this.zeros(4 * count)
    return at + 4
  }

  zeros(count: number): void {
    this.writer.reserve(count)
    this.writer.bytes.fill(0, this.writer.at, this.writer.at + count)
    this.writer.at += count
  }

  /**
   * Begins a buffer with its size in front, overwriting the last one, and returns the place of the reference to its root.
   */
  beginSized(): number {
    this.writer.at = 0
    this.zeros(8)
    return 4
  }

  /**
   * Returns the finished buffer with its size in front, valid until the next one begins. Its length keeps the next buffer of
   * a file aligned, for readers that do not copy.
   */
  endSized(): Uint8Array {
    const { writer } = this
    this.zeros(aligned(writer.at, ALIGNMENT) - writer.at)
    writer.view.setUint32(0, writer.at - 4, true)
    return writer.bytes.subarray(0, writer.at)
  }
}

/**
 * Writes a 64-bit integer as two numbers, because a BigInt is an object.
 *
 * @param value exact in a double
 */
export const putInt64 = (view: DataView, at: number, value: number): void => {
  const high = Math.floor(value / 2 ** 32)
  view.setUint32(at, value - high * 2 ** 32, true)
  view.setInt32(at + 4, high, true)
}

const aligned = (at: number, bytes: number): number => Math.ceil(at / bytes) * bytes
