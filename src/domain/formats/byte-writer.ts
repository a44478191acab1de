/** A growing byte buffer for file writers. Its memory is linear in the size of the file; nothing is concatenated. */
const encoder = new TextEncoder()

/** Encode repeated text once with this function: encoding a tag takes longer than copying it. */
export const encode = (text: string): Uint8Array => encoder.encode(text)

/** Up to this length, writing letters or bytes one by one is faster than calling the encoder or a copy. */
const MAX_SHORT_LETTERS = 64

const MAX_VARINT_BYTES = 8

export class ByteWriter {
  /** Replaced whenever it grows: read it again after `reserve`. */
  bytes: Uint8Array<ArrayBuffer>
  /** A view of the same bytes; replaced with them. */
  view: DataView<ArrayBuffer>
  /** Number of bytes written. */
  at = 0

  constructor(capacity = 256) {
    this.bytes = new Uint8Array(capacity)
    this.view = new DataView(this.bytes.buffer)
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.at + count
    if (needed <= this.bytes.length) return
    this.bytes = new Uint8Array(this.bytes.buffer.transfer(Math.max(needed, this.bytes.length * 2)))
    this.view = new DataView(this.bytes.buffer)
  }

  text(text: string): void {
    // A UTF-16 unit takes at most three bytes of UTF-8.
    this.reserve(text.length * 3)
    if (text.length > MAX_SHORT_LETTERS || !this.#ascii(text))
      this.at += encoder.encodeInto(text, this.bytes.subarray(this.at)).written
  }

  /** Writes a text if it is ASCII; returns false, and writes nothing, for any other. */
  #ascii(text: string): boolean {
    const { bytes, at } = this
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) return false
      bytes[at + index] = code
    }
    this.at += text.length
    return true
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.at++] = value
  }

  /** Writes a whole number from 0 up to 2^53 as LEB128, seven bits to a byte. */
  varint(value: number): void {
    this.reserve(MAX_VARINT_BYTES)
    let rest = value
    while (rest >= 2 ** 31) {
      this.bytes[this.at++] = (rest % 128) | 0x80
      rest = Math.floor(rest / 128)
    }
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.at++] = (rest & 0x7f) | 0x80
    this.bytes[this.at++] = rest
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.at)
    this.at += bytes.length
  }

  /** Appends the bytes of another buffer from `start` to before `end`. */
  copy(source: Uint8Array, start: number, end: number): void {
    const count = end - start
    this.reserve(count)
    if (count > MAX_SHORT_LETTERS) this.bytes.set(source.subarray(start, end), this.at)
    else for (let index = 0; index < count; index++) this.bytes[this.at + index] = source[start + index]
    this.at += count
  }

  /** Returns the bytes written since the last call; the next ones overwrite them. */
  drain(): Uint8Array<ArrayBuffer> {
    const written = this.bytes.subarray(0, this.at)
    this.at = 0
    return written
  }

  /** Returns the bytes written, without the spare room. The writer cannot be used afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.bytes.buffer.transfer(this.at))
  }
}
