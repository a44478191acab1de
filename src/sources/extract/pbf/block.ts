/**
 * A `PrimitiveBlock`, indexed but not decoded: the place of its string table; groups are found again by each pass, because a block of
 * 32 MiB may have 16 million empty ones. Data that a pass does not need never becomes objects. https://wiki.openstreetmap.org/wiki/PBF_Format#Encoding_OSM_entities_into_fileblocks
 */
import { MalformedBlock } from './problem.ts'
import { utf8, Wire } from './wire.ts'

/** Kinds of objects as bits, so that a block can report a set of them. */
export const NODES = 1
export const WAYS = 2
export const RELATIONS = 4

/** Kind of objects in each field of `PrimitiveGroup`, as bits. */
const KIND_OF_FIELD: readonly number[] = [0, NODES, NODES, WAYS, RELATIONS, 0]
export const NODE_FIELD = 1
export const DENSE_FIELD = 2
export const WAY_FIELD = 3
export const RELATION_FIELD = 4

export interface PbfBlock {
  readonly bytes: Uint8Array
  readonly strings: StringTable
  /** Nanodegrees in one unit of latitude and longitude. */
  readonly granularity: number
  readonly latOffset: number
  readonly lonOffset: number
  /** Milliseconds in one unit of a timestamp. */
  readonly dateGranularity: number
}

/** Returns 1e-7 degrees. */
export const lonUnits = ({ lonOffset, granularity }: PbfBlock, value: number): number =>
  Math.round((lonOffset + granularity * value) / NANODEGREES_A_UNIT)

/** Returns 1e-7 degrees. */
export const latUnits = ({ latOffset, granularity }: PbfBlock, value: number): number =>
  Math.round((latOffset + granularity * value) / NANODEGREES_A_UNIT)

const NANODEGREES_A_UNIT = 100

const STRINGS_FIELD = 1
const GROUP_FIELD = 2

/** O(n) time in the fields of the block, O(1) memory. */
export const openBlock = (bytes: Uint8Array): PbfBlock => {
  const wire = new Wire(bytes)
  let strings = new StringTable(bytes, 0, 0)
  let granularity = 100
  let latOffset = 0
  let lonOffset = 0
  let dateGranularity = 1000
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field === STRINGS_FIELD || field === GROUP_FIELD) {
      const length = wire.length()
      wire.pos += length
      if (field === STRINGS_FIELD) strings = new StringTable(bytes, wire.pos - length, wire.pos)
    } else if (field === 17) granularity = wire.varint()
    else if (field === 18) dateGranularity = wire.varint()
    else if (field === 19) latOffset = wire.int64()
    else if (field === 20) lonOffset = wire.int64()
    else wire.skip()
  }
  return { bytes, strings, granularity, latOffset, lonOffset, dateGranularity }
}

/**
 * Calls `visit` for each object (or dense run of nodes) of the field, with the wire positioned inside it. O(n) time in the fields and
 * objects of the block, O(1) memory.
 */
export const eachOfField = (block: PbfBlock, wanted: number, visit: (wire: Wire) => void): void =>
  eachFieldOfGroups(block, (field, wire) => {
    if (field !== wanted) return wire.skip()
    const outer = wire.enter()
    visit(wire)
    wire.leave(outer)
  })

/** Returns the kinds of objects in the block, as bits. */
export const kindsIn = (block: PbfBlock): number => {
  let kinds = 0
  eachFieldOfGroups(block, (field, wire) => {
    kinds |= KIND_OF_FIELD[field] ?? 0
    wire.skip()
  })
  return kinds
}

/** `take` must read the field to its end. */
const eachFieldOfGroups = ({ bytes }: PbfBlock, take: (field: number, wire: Wire) => void): void => {
  const wire = new Wire(bytes)
  for (let outer = wire.field(); outer !== 0; outer = wire.field()) {
    if (outer !== GROUP_FIELD) {
      wire.skip()
      continue
    }
    const end = wire.enter()
    for (let field = wire.field(); field !== 0; field = wire.field()) take(field, wire)
    wire.leave(end)
  }
}

/** OpenStreetMap's texts have at most 255 characters, of up to 4 bytes; others follow that are removed or cut later. */
const MAX_TEXT_BYTES = 4_096

/** Ends before a character that would be cut. */
const beginningOf = (text: Uint8Array): Uint8Array => {
  if (text.length <= MAX_TEXT_BYTES) return text
  let end = MAX_TEXT_BYTES
  while (end > 0 && (text[end] & 0xc0) === 0x80) end--
  return text.subarray(0, end)
}

/** The strings of a block, located on first use: most blocks of nodes never need them. Four bytes of memory for each string. */
class StringTable {
  readonly #bytes: Uint8Array
  readonly #start: number
  readonly #end: number
  #places: Uint32Array | null = null

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes
    this.#start = start
    this.#end = end
  }

  /** O(1): a longer text than any of OpenStreetMap is cut, because any number of objects may have it. */
  text(index: number): string {
    const places = this.#index()
    if (index >= places.length) {
      throw new MalformedBlock(`String ${index} is referenced, but the block has ${places.length} strings.`)
    }
    return utf8.decode(beginningOf(this.#at(places[index])))
  }

  /** Returns a number for each string: 0, or `1 + index` if it equals one of `texts`. */
  marksOf(texts: readonly Uint8Array[]): Uint8Array {
    const marks = new Uint8Array(this.#index().length)
    const wire = new Wire(this.#bytes, this.#start, this.#end)
    this.#each(wire, (index, start, length) => {
      for (let text = 0; text < texts.length; text++) {
        if (texts[text].length === length && this.#equals(start, texts[text])) marks[index] = text + 1
      }
    })
    return marks
  }

  #equals(start: number, text: Uint8Array): boolean {
    for (let at = 0; at < text.length; at++) if (this.#bytes[start + at] !== text[at]) return false
    return true
  }

  /** Returns the string whose length is written at this place. */
  #at(place: number): Uint8Array {
    const wire = new Wire(this.#bytes, place, this.#end)
    const length = wire.varint()
    return this.#bytes.subarray(wire.pos, wire.pos + length)
  }

  /** Returns the place of each string's length. */
  #index(): Uint32Array {
    if (this.#places !== null) return this.#places
    const wire = new Wire(this.#bytes, this.#start, this.#end)
    const places = new Uint32Array(this.#each(wire, () => {}))
    wire.pos = this.#start
    this.#each(wire, (index, _start, _length, place) => {
      places[index] = place
    })
    this.#places = places
    return places
  }

  /** Returns the number of strings. */
  #each(wire: Wire, take: (index: number, start: number, length: number, place: number) => void): number {
    let count = 0
    for (let field = wire.field(); field !== 0; field = wire.field()) {
      if (field !== STRINGS_OF_TABLE) {
        wire.skip()
        continue
      }
      const place = wire.pos
      const length = wire.length()
      take(count++, wire.pos, length, place)
      wire.pos += length
    }
    return count
  }
}

const STRINGS_OF_TABLE = 1
