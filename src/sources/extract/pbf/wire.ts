/**
 * Reads the protocol buffers wire format (https://protobuf.dev/programming-guides/encoding/) in place, without
 * generated classes: a decoder walks the fields, takes those it needs and skips the others.
 */
import { MalformedBlock } from './problem.ts'

/** Range of a packed field in the block; empty if the object lacks it. */
export interface Packed {
  start: number
  end: number
}

const LENGTH_DELIMITED = 2

export class Wire {
  readonly bytes: Uint8Array
  pos: number
  /** End of the current message. */
  end: number

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.pos = start
    this.end = end
  }

  /** Returns the number of the next field, 0 at the end of the message; `wireType` is then its encoding. */
  field(): number {
    if (this.pos >= this.end) {
      if (this.pos > this.end) throw new MalformedBlock('A field runs past the end of its message.')
      return 0
    }
    const key = this.varint()
    this.wireType = key & 7
    const number = Math.floor(key / 8)
    if (number === 0) throw new MalformedBlock('A field has the number 0, which the encoding does not allow.')
    return number
  }
  wireType = 0

  /** Reads an unsigned varint. Exact below 2^53; above, the result is not a safe integer. */
  varint(): number {
    const { bytes } = this
    let byte = bytes[this.pos++]
    if (byte < 128) return byte
    let value = byte & 127
    byte = bytes[this.pos++]
    value |= (byte & 127) << 7
    if (byte < 128) return value
    byte = bytes[this.pos++]
    value |= (byte & 127) << 14
    if (byte < 128) return value
    byte = bytes[this.pos++]
    value |= (byte & 127) << 21
    if (byte < 128) return value
    for (let scale = 2 ** 28; scale < 2 ** 70; scale *= 128) {
      byte = bytes[this.pos++]
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    throw new MalformedBlock('A number does not end within ten bytes.')
  }

  /** Reads a zigzag varint (`sint32`, `sint64`). */
  signed(): number {
    const value = this.varint()
    if (value < 0x80000000) return (value >>> 1) ^ -(value & 1)
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  /** Reads a zigzag varint exactly. */
  exactSigned(): bigint {
    const value = this.#exactVarint()
    return (value >> 1n) ^ -(value & 1n)
  }

  /** Reads a plain `int64`; a negative number takes ten bytes. The result is exact if it is a safe integer. */
  int64(): number {
    const start = this.pos
    const value = this.varint()
    if (value < 2 ** 53) return value
    this.pos = start
    return Number(this.exactInt64())
  }

  exactInt64(): bigint {
    return BigInt.asIntN(64, this.#exactVarint())
  }

  /** Takes the lowest 64 bits, as other readers of the encoding do. */
  #exactVarint(): bigint {
    const start = this.pos
    this.varint()
    let value = 0n
    for (let at = start; at < this.pos; at++)
      value |= BigInt(this.bytes[at] & 127) << BigInt(7 * (at - start))
    return BigInt.asUintN(64, value)
  }

  /** Reads the length of the bytes that follow; they lie inside the message. */
  length(): number {
    if (this.wireType !== LENGTH_DELIMITED)
      throw new MalformedBlock('A field has a wire type that the format does not allow for it.')
    const length = this.varint()
    if (this.pos + length > this.end) {
      throw new MalformedBlock(
        `A field of ${length} bytes runs past the end of its message, ${this.end - this.pos} bytes on.`,
      )
    }
    return length
  }

  /** Enters a message inside this one; pass the result to `leave` afterwards. */
  enter(): number {
    const length = this.length()
    const outer = this.end
    this.end = this.pos + length
    return outer
  }

  leave(outer: number): void {
    this.pos = this.end
    this.end = outer
  }

  /** Notes where the content of a field lies, and passes it. */
  locate(place: Packed): void {
    const length = this.length()
    place.start = this.pos
    this.pos += length
    place.end = this.pos
  }

  bytesField(): Uint8Array {
    const length = this.length()
    this.pos += length
    return this.bytes.subarray(this.pos - length, this.pos)
  }

  text(): string {
    return utf8.decode(this.bytesField())
  }

  skip(): void {
    switch (this.wireType) {
      case 0:
        this.varint()
        return
      case 1:
        this.pos += 8
        return
      case LENGTH_DELIMITED:
        this.bytesField()
        return
      case 5:
        this.pos += 4
        return
      default:
        throw new MalformedBlock(`A field has the wire type ${this.wireType}, which the format does not use.`)
    }
  }
}

export const utf8 = new TextDecoder('utf-8')
