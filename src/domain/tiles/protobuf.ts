/** Writes Protocol Buffers: as much of the wire format as tiles need (https://protobuf.dev/programming-guides/encoding/). */
import { ByteWriter } from '../formats/byte-writer.ts'

const VARINT = 0
const BYTES = 2

export class ProtobufWriter extends ByteWriter {
  /** A whole number from 0 up to 2^53. */
  number(field: number, value: number): void {
    this.varint((field << 3) | VARINT)
    this.varint(value)
  }

  textField(field: number, value: string): void {
    const start = this.begin(field, value.length)
    this.text(value)
    this.end(start, value.length)
  }

  /**
   * Begins a message or a packed list, and returns where its content starts. The length takes as many bytes as the expected one would;
   * what is written is moved where that was wrong.
   */
  begin(field: number, expectedBytes: number): number {
    this.varint((field << 3) | BYTES)
    this.reserve(varintLength(expectedBytes))
    this.at += varintLength(expectedBytes)
    return this.at
  }

  /** Ends what `begin` began. */
  end(start: number, expectedBytes: number): void {
    const end = this.at
    const lengthBytes = varintLength(end - start)
    const lengthAt = start - varintLength(expectedBytes)
    if (lengthAt + lengthBytes !== start) {
      this.reserve(lengthBytes)
      this.bytes.copyWithin(lengthAt + lengthBytes, start, end)
    }
    this.at = lengthAt
    this.varint(end - start)
    this.at += end - start
  }
}

/** Bytes of a number below 2^31. */
const varintLength = (value: number): number => {
  let length = 1
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) length++
  return length
}
