/**
 * Rings as bytes: about 5.4 bytes a position, exact to the last bit.
 *
 *     version (1) · polygons · rings of each polygon · positions of each ring · Δlon, Δlat of each position
 *     version (2) · decimal places that all coordinates have as zero at their end · the same, without these places
 *
 * Coordinates of four decimals, as coarse atlases have them, take three bytes a position in the second form.
 *
 * All numbers after the version are LEB128 varints; differences run on from ring to ring, wrap at 32 bits, and are zigzag
 * coded. Weights are `version (1) · count · 16 bits each, low byte first`.
 *
 * Bytes may come from a damaged file, so decoding checks every count against the bytes that are left before it makes room.
 */
import { polygonCount, polygonStart, type Rings, ringCount, ringStart } from './rings.ts'

const RINGS_VERSION = 1
const COARSE_RINGS_VERSION = 2
const WEIGHTS_VERSION = 1

/** Approximately. */
export const BYTES_A_POSITION = 5

/** Maximum length of a 32-bit number as a varint. */
const VARINT_MAX = 5

export const encodeRings = (rings: Rings): Uint8Array => {
  const { coords } = rings
  const counts = 1 + polygonCount(rings) + ringCount(rings)
  const bytes = new Uint8Array(2 + VARINT_MAX * (counts + coords.length))
  const places = zeroPlacesOf(coords)
  const step = 10 ** places
  let at = 0
  bytes[at++] = places === 0 ? RINGS_VERSION : COARSE_RINGS_VERSION
  if (places > 0) bytes[at++] = places
  at = writeVarint(bytes, at, polygonCount(rings))
  for (let polygon = 0; polygon < polygonCount(rings); polygon++) {
    at = writeVarint(bytes, at, rings.polygonEnds[polygon] - polygonStart(rings, polygon))
  }
  for (let ring = 0; ring < ringCount(rings); ring++) {
    at = writeVarint(bytes, at, rings.ringEnds[ring] - ringStart(rings, ring))
  }
  let lon = 0
  let lat = 0
  for (let i = 0; i < coords.length; i += 2) {
    at = writeDifference(bytes, at, (coords[i] / step - lon) | 0)
    at = writeDifference(bytes, at, (coords[i + 1] / step - lat) | 0)
    lon = coords[i] / step
    lat = coords[i + 1] / step
  }
  return bytes.slice(0, at)
}

/** No grid of ours is coarser than three decimals, 10,000 units. */
const MAX_ZERO_PLACES = 4

const zeroPlacesOf = (coords: Int32Array): number => {
  if (coords.length === 0) return 0
  for (let places = MAX_ZERO_PLACES; places > 0; places--) {
    if (coords.every((value) => value % 10 ** places === 0)) return places
  }
  return 0
}

/** Creates the arrays of decoded rings. */
export interface RingsMemory {
  readonly coords: (length: number) => Int32Array
  readonly ends: (of: 'polygons' | 'rings', length: number) => Uint32Array
}

const NEW_MEMORY: RingsMemory = {
  coords: (length) => new Int32Array(length),
  ends: (_, length) => new Uint32Array(length),
}

/**
 * Reuses memory for rings that are no longer needed when the next ones are decoded: allocating many small arrays takes as
 * long as decoding them.
 */
export const reusedMemory = (): RingsMemory => {
  let coords = new Int32Array(0)
  const ends = { polygons: new Uint32Array(0), rings: new Uint32Array(0) }
  return {
    coords: (length) => {
      if (length > coords.length) coords = new Int32Array(Math.max(length, 2 * coords.length))
      return coords.subarray(0, length)
    },
    ends: (of, length) => {
      if (length > ends[of].length) ends[of] = new Uint32Array(Math.max(length, 2 * ends[of].length))
      return ends[of].subarray(0, length)
    },
  }
}

export const decodeRings = (bytes: Uint8Array): Rings => decodeRingsInto(NEW_MEMORY, bytes)

export const decodeRingsInto = (memory: RingsMemory, bytes: Uint8Array): Rings => {
  const reader = new RingsReader(bytes, 'rings', RINGS_VERSION, COARSE_RINGS_VERSION)
  const step = bytes[0] === COARSE_RINGS_VERSION ? reader.step() : 1
  const polygonEnds = reader.ends('polygons', memory.ends('polygons', reader.count('polygons', 1)), 1)
  const ringEnds = reader.ends('rings', memory.ends('rings', polygonEnds.at(-1) ?? 0), 2)
  const coords = reader.positions(memory.coords(2 * (ringEnds.at(-1) ?? 0)))
  if (step > 1) for (let i = 0; i < coords.length; i++) coords[i] *= step
  return { coords, ringEnds, polygonEnds }
}

export const encodeWeights = (weights: Uint16Array): Uint8Array => {
  const bytes = new Uint8Array(1 + VARINT_MAX + 2 * weights.length)
  bytes[0] = WEIGHTS_VERSION
  let at = writeVarint(bytes, 1, weights.length)
  for (let i = 0; i < weights.length; i++) {
    bytes[at++] = weights[i] & 0xff
    bytes[at++] = weights[i] >> 8
  }
  return bytes.slice(0, at)
}

export const decodeWeights = (bytes: Uint8Array): Uint16Array => {
  const reader = new RingsReader(bytes, 'weights', WEIGHTS_VERSION)
  return reader.shorts(reader.count('weights', 2))
}

export const writeVarint = (bytes: Uint8Array, start: number, value: number): number => {
  let at = start
  let rest = value
  while (rest > 0x7f) {
    bytes[at++] = (rest & 0x7f) | 0x80
    rest >>>= 7
  }
  bytes[at++] = rest
  return at
}

/** Zigzag: small differences of either sign become small numbers. */
const writeDifference = (bytes: Uint8Array, at: number, difference: number): number =>
  writeVarint(bytes, at, ((difference << 1) ^ (difference >> 31)) >>> 0)

class RingsReader {
  private at = 1
  private readonly bytes: Uint8Array
  private readonly what: string

  constructor(bytes: Uint8Array, what: string, ...versions: readonly number[]) {
    this.bytes = bytes
    this.what = what
    if (bytes.length === 0) throw new RangeError(`Encoded ${what} are empty.`)
    if (!versions.includes(bytes[0])) {
      throw new RangeError(
        `Encoded ${what} have version ${bytes[0]}; this program reads version ${versions.join(' and ')}.`,
      )
    }
  }

  /** Reads the spacing of the grid in units. */
  step(): number {
    const places = this.bytes[this.at++]
    if (places >= 1 && places <= MAX_ZERO_PLACES) return 10 ** places
    throw new RangeError(
      `Encoded ${this.what} are damaged: its grid leaves out ${places ?? 'no'} places, which none does.`,
    )
  }

  /** Reads a number of items, each of which takes at least `bytesEach` of the remaining bytes. */
  count(things: string, bytesEach: number): number {
    const at = this.at
    const value = this.varint()
    this.expectRoom(things, value, bytesEach, at)
    return value
  }

  /**
   * Fills `ends` with running totals of counts; each counted item takes at least `bytesEach` of the bytes after the counts.
   */
  ends(owners: string, ends: Uint32Array, bytesEach: number): Uint32Array {
    const at = this.at
    let sum = 0
    for (let i = 0; i < ends.length; i++) {
      sum += this.varint()
      ends[i] = sum
    }
    this.expectRoom(`parts of ${owners}`, sum, bytesEach, at)
    return ends
  }

  /** Fills `coords`. */
  positions(coords: Int32Array): Int32Array {
    const { bytes } = this
    let { at } = this
    // Even elements are longitudes, odd ones latitudes; each has its own running value.
    let previous = 0
    let current = 0
    for (let i = 0; i < coords.length; i++) {
      let byte = bytes[at++]
      let value = byte & 0x7f
      if (byte > 0x7f) {
        byte = bytes[at++]
        value |= (byte & 0x7f) << 7
        if (byte > 0x7f) {
          byte = bytes[at++]
          value |= (byte & 0x7f) << 14
          if (byte > 0x7f) {
            byte = bytes[at++]
            value |= (byte & 0x7f) << 21
            if (byte > 0x7f) {
              byte = bytes[at++]
              value |= byte << 28
            }
          }
        }
      }
      // Past the end `byte` is undefined, which is not ≤ 0x7f either.
      if (!(byte <= 0x7f)) throw this.broken(Math.min(at, bytes.length))
      const next = (previous + ((value >>> 1) ^ -(value & 1))) | 0
      previous = current
      current = next
      coords[i] = next
    }
    this.at = at
    this.expectEnd()
    return coords
  }

  shorts(count: number): Uint16Array {
    const values = new Uint16Array(count)
    for (let i = 0; i < count; i++) {
      values[i] = this.bytes[this.at] | (this.bytes[this.at + 1] << 8)
      this.at += 2
    }
    this.expectEnd()
    return values
  }

  private varint(): number {
    let value = 0
    for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
      const byte = this.bytes[this.at++]
      if (byte === undefined) break
      value += (byte & 0x7f) * scale
      if (byte <= 0x7f) return value
    }
    throw this.broken(Math.min(this.at, this.bytes.length))
  }

  private broken(at: number): RangeError {
    return new RangeError(
      `Encoded ${this.what} are damaged: no number ends before byte ${at} of ${this.bytes.length}.`,
    )
  }

  private expectRoom(things: string, count: number, bytesEach: number, at: number): void {
    const left = this.bytes.length - this.at
    if (count * bytesEach <= left) return
    throw new RangeError(
      `Encoded ${this.what} are damaged: byte ${at} announces ${count} ${things}, but only ${left} bytes follow.`,
    )
  }

  private expectEnd(): void {
    if (this.at === this.bytes.length) return
    throw new RangeError(
      `Encoded ${this.what} are damaged: they end at byte ${this.at}, but ${this.bytes.length} bytes were given.`,
    )
  }
}
