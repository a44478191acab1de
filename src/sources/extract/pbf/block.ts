/**
 * A `PrimitiveBlock`, indexed but not decoded: the places of its string table and groups. Data that a pass does not need
 * never becomes objects. https://wiki.openstreetmap.org/wiki/PBF_Format#Encoding_OSM_entities_into_fileblocks
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

export interface Block {
  readonly bytes: Uint8Array
  readonly strings: StringTable
  /** `[start, end)` of each group. */
  readonly groups: readonly (readonly [start: number, end: number])[]
  /** Nanodegrees in one unit of latitude and longitude. */
  readonly granularity: number
  readonly latOffset: number
  readonly lonOffset: number
  /** Milliseconds in one unit of a timestamp. */
  readonly dateGranularity: number
}

export const openBlock = (bytes: Uint8Array): Block => {
  const wire = new Wire(bytes)
  const groups: (readonly [number, number])[] = []
  let strings = new StringTable(bytes, 0, 0)
  let granularity = 100
  let latOffset = 0
  let lonOffset = 0
  let dateGranularity = 1000
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field === 1 || field === 2) {
      const length = wire.length()
      const start = wire.pos
      wire.pos += length
      if (field === 1) strings = new StringTable(bytes, start, wire.pos)
      else groups.push([start, wire.pos])
    } else if (field === 17) granularity = wire.varint()
    else if (field === 18) dateGranularity = wire.varint()
    else if (field === 19) latOffset = wire.int64()
    else if (field === 20) lonOffset = wire.int64()
    else wire.skip()
  }
  return { bytes, strings, groups, granularity, latOffset, lonOffset, dateGranularity }
}

/** Calls `visit` for each object (or dense run of nodes) of the field, with the wire positioned inside it. */
export const eachOfField = (block: Block, wanted: number, visit: (wire: Wire) => void): void => {
  for (const [start, end] of block.groups) {
    const wire = new Wire(block.bytes, start, end)
    for (let field = wire.field(); field !== 0; field = wire.field()) {
      if (field === wanted) {
        const outer = wire.enter()
        visit(wire)
        wire.leave(outer)
      } else wire.skip()
    }
  }
}

/** Returns the kinds of objects in the block, as bits. */
export const kindsIn = (block: Block): number => {
  let kinds = 0
  for (const [start, end] of block.groups) {
    const wire = new Wire(block.bytes, start, end)
    for (let field = wire.field(); field !== 0; field = wire.field()) {
      kinds |= KIND_OF_FIELD[field] ?? 0
      wire.skip()
    }
  }
  return kinds
}

/** The strings of a block, located on first use: most blocks of nodes never need them. */
class StringTable {
  readonly #bytes: Uint8Array
  readonly #start: number
  readonly #end: number
  #starts: number[] | null = null
  #ends: number[] = []

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.#bytes = bytes
    this.#start = start
    this.#end = end
  }

  text(index: number): string {
    const starts = this.#index()
    if (index >= starts.length) {
      throw new MalformedBlock(`String ${index} is referenced, but the block has ${starts.length} strings.`)
    }
    return utf8.decode(this.#bytes.subarray(starts[index], this.#ends[index]))
  }

  /** Returns a number for each string: 0, or `1 + index` if it equals one of `texts`. */
  marksOf(texts: readonly Uint8Array[]): Uint8Array {
    const starts = this.#index()
    const marks = new Uint8Array(starts.length)
    for (let index = 0; index < starts.length; index++) {
      const length = this.#ends[index] - starts[index]
      for (let text = 0; text < texts.length; text++) {
        if (texts[text].length === length && this.#equals(starts[index], texts[text])) marks[index] = text + 1
      }
    }
    return marks
  }

  #equals(start: number, text: Uint8Array): boolean {
    for (let at = 0; at < text.length; at++) if (this.#bytes[start + at] !== text[at]) return false
    return true
  }

  #index(): number[] {
    if (this.#starts !== null) return this.#starts
    const starts: number[] = []
    const wire = new Wire(this.#bytes, this.#start, this.#end)
    for (let field = wire.field(); field !== 0; field = wire.field()) {
      if (field !== 1) {
        wire.skip()
        continue
      }
      const length = wire.length()
      starts.push(wire.pos)
      wire.pos += length
      this.#ends.push(wire.pos)
    }
    this.#starts = starts
    return starts
  }
}
