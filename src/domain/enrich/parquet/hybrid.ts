/**
 * Parquet's hybrid of run lengths and bit packing, for small numbers: levels, and indexes in a dictionary. Eight or more
 * equal numbers are a run; others are packed in groups of eight.
 */
const GROUP = 8

export const hybrid = (numbers: Int32Array, bitWidth: number): Uint8Array => {
  const sink = new Sink(16 + Math.ceil((numbers.length * (bitWidth + 1)) / 8))
  const { length } = numbers
  for (let at = 0; at < length; ) {
    const end = runEnd(numbers, at)
    if (end - at >= GROUP || end === length) {
      sink.varint(2 * (end - at))
      for (let shift = 0; shift < bitWidth; shift += 8) sink.byte(numbers[at] >> shift)
      at = end
      continue
    }
    const start = at
    while (at < length && runEnd(numbers, at) - at < GROUP) at += GROUP
    sink.varint((2 * (at - start)) / GROUP + 1)
    let bits = 0
    let count = 0
    for (let i = start; i < at; i++) {
      bits |= (i < length ? numbers[i] : 0) << count
      for (count += bitWidth; count >= 8; count -= 8) {
        sink.byte(bits)
        bits >>>= 8
      }
    }
  }
  return sink.bytes()
}

/** Returns the end of the run of equal numbers at `at`. */
const runEnd = (numbers: Int32Array, at: number): number => {
  let end = at + 1
  while (end < numbers.length && numbers[end] === numbers[at]) end++
  return end
}

export const bitWidthOf = (largest: number): number => 32 - Math.clz32(largest)

class Sink {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity)
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#length)
      longer.set(this.#bytes)
      this.#bytes = longer
    }
    this.#bytes[this.#length++] = value
  }

  varint(value: number): void {
    for (; value > 0x7f; value = Math.floor(value / 128)) this.byte((value % 128) | 0x80)
    this.byte(value)
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}
