/** Writes Protocol Buffers: as much of the wire format as tiles need (https://protobuf.dev/programming-guides/encoding/). */

const VARINT = 0
const BYTES = 2

export class ProtobufWriter {
  private bytes: Uint8Array
  private length = 0

  constructor(expectedBytes = 256) {
    this.bytes = new Uint8Array(expectedBytes)
  }

  /** A whole number from 0 up to 2^53. */
  number(field: number, value: number): void {
    this.varint((field << 3) | VARINT)
    this.varint(value)
  }

  text(field: number, value: string): void {
    if (value.length > 0x7f || !isAscii(value)) {
      this.message(field, utf8.encode(value))
      return
    }
    this.reserve(2 * MAX_VARINT_BYTES + value.length)
    this.word((field << 3) | BYTES)
    this.word(value.length)
    for (let i = 0; i < value.length; i++) this.bytes[this.length++] = value.charCodeAt(i)
  }

  message(field: number, value: Uint8Array): void {
    this.varint((field << 3) | BYTES)
    this.varint(value.byteLength)
    this.reserve(value.byteLength)
    this.bytes.set(value, this.length)
    this.length += value.byteLength
  }

  /** A message or a packed list, as `write` writes it: moved up to its length once that is known. */
  nested(field: number, write: () => void): void {
    this.varint((field << 3) | BYTES)
    this.reserve(MAX_LENGTH_BYTES)
    const start = this.length
    this.length += MAX_LENGTH_BYTES
    write()
    const end = this.length
    this.length = start
    this.varint(end - start - MAX_LENGTH_BYTES)
    this.bytes.copyWithin(this.length, start + MAX_LENGTH_BYTES, end)
    this.length += end - start - MAX_LENGTH_BYTES
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length)
  }

  varint(value: number): void {
    this.reserve(MAX_VARINT_BYTES)
    let rest = value
    while (rest >= 2 ** 31) {
      this.bytes[this.length++] = (rest % 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.length++] = (rest & 0x7f) | 0x80
    this.bytes[this.length++] = rest
  }

  /** Two numbers of 32 bits without a sign. */
  pair(one: number, other: number): void {
    this.reserve(2 * MAX_VARINT_BYTES)
    this.word(one)
    this.word(other)
  }

  private word(value: number): void {
    let rest = value
    for (; rest >>> 0 > 0x7f; rest >>>= 7) this.bytes[this.length++] = (rest & 0x7f) | 0x80
    this.bytes[this.length++] = rest
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const grown = new Uint8Array(2 * (this.length + count))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
  }
}

/** Whole numbers one after the other, as LEB128. */
export const varintBytes = (values: ArrayLike<number>): Uint8Array => {
  const writer = new ProtobufWriter()
  for (let i = 0; i < values.length; i++) writer.varint(values[i])
  return writer.finish()
}

/** Most texts are short ids; calling the encoder for one takes longer than writing it. */
const isAscii = (text: string): boolean => {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false
  return true
}

const MAX_VARINT_BYTES = 8

/** Of a length up to 2^35. */
const MAX_LENGTH_BYTES = 5
const utf8 = new TextEncoder()
