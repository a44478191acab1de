/**
 * Parquet's hybrid of run lengths and bit packing, for small numbers: levels, and indexes in a dictionary. Eight or more
 * equal numbers are a run; others are packed in groups of eight.
 */
import { ByteWriter } from '../../formats/byte-writer.ts'

const GROUP = 8

export const hybrid = (numbers: Int32Array, bitWidth: number): Uint8Array => {
  const writer = new ByteWriter(16 + Math.ceil((numbers.length * (bitWidth + 1)) / 8))
  const { length } = numbers
  for (let at = 0; at < length; ) {
    const end = runEnd(numbers, at)
    if (end - at >= GROUP || end === length) {
      writer.varint(2 * (end - at))
      for (let shift = 0; shift < bitWidth; shift += 8) writer.byte(numbers[at] >> shift)
      at = end
      continue
    }
    const start = at
    while (at < length && runEnd(numbers, at) - at < GROUP) at += GROUP
    writer.varint((2 * (at - start)) / GROUP + 1)
    let bits = 0
    let count = 0
    for (let i = start; i < at; i++) {
      bits |= (i < length ? numbers[i] : 0) << count
      for (count += bitWidth; count >= 8; count -= 8) {
        writer.byte(bits)
        bits >>>= 8
      }
    }
  }
  return writer.finish()
}

/** Returns the end of the run of equal numbers at `at`. */
const runEnd = (numbers: Int32Array, at: number): number => {
  let end = at + 1
  while (end < numbers.length && numbers[end] === numbers[at]) end++
  return end
}

export const bitWidthOf = (largest: number): number => 32 - Math.clz32(largest)
