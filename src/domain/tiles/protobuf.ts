/** Writes Protocol Buffers: as much of the wire format as tiles need (https://protobuf.dev/programming-guides/encoding/). */

const VARINT = 0
const BYTES = 2

export class ProtobufWriter {
  /** Public for loops that write many numbers, after `reserve`. Those from `length` on are not in use. */
  bytes: Uint8Array
  length = 0

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
    this.append(value, 0, value.byteLength)
  }

  /** Adds bytes that are encoded already. */
  append(bytes: Uint8Array, start: number, end: number): void {
    this.reserve(end - start)
    if (end - start < FEW_BYTES) for (let i = start; i < end; i++) this.bytes[this.length++] = bytes[i]
    else {
      this.bytes.set(bytes.subarray(start, end), this.length)
      this.length += end - start
    }
  }

  /**
   * Begins a message or a packed list, and returns where its content starts. The length takes as many bytes as the expected one would;
   * what is written is moved where that was wrong.
   */
  begin(field: number, expectedBytes: number): number {
    this.varint((field << 3) | BYTES)
    this.reserve(MAX_VARINT_BYTES)
    this.length += varintLength(expectedBytes)
    return this.length
  }

  /** Ends what `begin` began. */
  end(start: number, expectedBytes: number): void {
    const end = this.length
    const lengthBytes = varintLength(end - start)
    const lengthAt = start - varintLength(expectedBytes)
    if (lengthAt + lengthBytes !== start) {
      this.reserve(MAX_VARINT_BYTES)
      this.bytes.copyWithin(lengthAt + lengthBytes, start, end)
    }
    this.length = lengthAt
    this.word(end - start)
    this.length += end - start
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

  private word(value: number): void {
    let rest = value
    for (; rest >>> 0 > 0x7f; rest >>>= 7) this.bytes[this.length++] = (rest & 0x7f) | 0x80
    this.bytes[this.length++] = rest
  }

  /** Makes room for so many bytes more. */
  reserve(count: number): void {
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

/** Copying so few one by one takes less than a view of them. */
const FEW_BYTES = 64

/** Bytes of a number below 2^31. */
const varintLength = (value: number): number => {
  let length = 1
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++
  return length
}

const utf8 = new TextEncoder()
