/** Reads coordinates of wanted nodes, and tags of some of them. For all other nodes only the id is read. */
import { DENSE_FIELD, eachOfField, latUnits, lonUnits, NODE_FIELD, type PbfBlock } from './block.ts'
import { isExactSum, readIdsExactly, UNREADABLE_ID } from './ids.ts'
import { readVersion, versionOf } from './info.ts'
import { MalformedBlock } from './problem.ts'
import { type Tags, tagReader } from './tags.ts'
import { advance } from './ways.ts'
import { type Packed, Wire } from './wire.ts'

export interface NodeVisitor {
  /** False: `version` is always null. */
  readonly wantsVersions: boolean
  /** `index` is the place in the wanted ids; coordinates are in 1e-7 degrees. */
  node(index: number, lon: number, lat: number, version: number | null): void
  /** Called before tags are decoded. */
  wantsTags(index: number): boolean
  /** Called for each node whose tags are wanted, with or without tags. */
  tags(index: number, tags: Tags, version: number | null): void
}

/** Returns the number of nodes in the block. `wanted` must be sorted. */
export const eachNode = (
  block: PbfBlock,
  wanted: Float64Array,
  keepTag: (key: string) => boolean,
  visitor: NodeVisitor,
): number => {
  const search = { block, wanted, keepTag, visitor }
  let seen = 0
  eachOfField(block, DENSE_FIELD, (wire) => {
    seen += readDense(wire, search)
  })
  eachOfField(block, NODE_FIELD, (wire) => {
    seen++
    readSingle(wire, search)
  })
  return seen
}

interface NodeSearch {
  readonly block: PbfBlock
  readonly wanted: Float64Array
  readonly keepTag: (key: string) => boolean
  readonly visitor: NodeVisitor
}

const readDense = (wire: Wire, search: NodeSearch): number => {
  const { block, wanted, visitor } = search
  const packed = Array.from({ length: 11 }, (): Packed => ({ start: 0, end: 0 }))
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field < packed.length) wire.locate(packed[field])
    else wire.skip()
  }
  const [, ids, , , , info, , , lats, lons, keyValues] = packed
  const { hits, positions, count } = findHits(block, ids, wanted)
  if (hits.length === 0) return count
  const versions = visitor.wantsVersions ? versionsAt(block, info, positions) : null
  const latWire = new Wire(block.bytes, lats.start, lats.end)
  const lonWire = new Wire(block.bytes, lons.start, lons.end)
  let lat = 0
  let lon = 0
  let read = 0
  for (let hit = 0; hit < hits.length; hit++) {
    for (; read <= positions[hit]; read++) {
      lat += latWire.signed()
      lon += lonWire.signed()
    }
    visitor.node(hits[hit], lonUnits(block, lon), latUnits(block, lat), versions?.[hit] ?? null)
  }
  if (latWire.pos > latWire.end || lonWire.pos > lonWire.end) {
    throw new MalformedBlock('A run of nodes has more ids than coordinates.')
  }
  readDenseTags(keyValues, { hits, positions, versions }, search)
  return count
}

/** Wanted nodes of a run. */
interface Hits {
  /** Places in the wanted ids. */
  readonly hits: readonly number[]
  /** Places in the run. */
  readonly positions: readonly number[]
  readonly versions: readonly (number | null)[] | null
}

/** The one loop over every node of a file: a usual node costs three comparisons (small step, not wanted). */
const findHits = (
  block: PbfBlock,
  ids: Packed,
  wanted: Float64Array,
): Omit<Hits, 'versions'> & { readonly count: number } => {
  const hits: number[] = []
  const positions: number[] = []
  const wire = new Wire(block.bytes, ids.start, ids.end)
  const { bytes } = block
  let id = 0
  let count = 0
  let cursor = 0
  /** The wanted ids on either side of the last lookup: no wanted id lies between them. */
  let below = Number.NEGATIVE_INFINITY
  let above = Number.NEGATIVE_INFINITY
  for (let pos = ids.start; pos < ids.end; count++) {
    const byte = bytes[pos]
    if (byte < 128) {
      id += (byte >>> 1) ^ -(byte & 1)
      pos++
    } else {
      wire.pos = pos
      id += wire.signed()
      pos = wire.pos
      if (!isExactSum(id)) return findHitsExactly(block, ids, wanted)
    }
    if (id > below && id < above) continue
    cursor = advance(wanted, cursor, id)
    if (wanted[cursor] === id) {
      hits.push(cursor)
      positions.push(count)
    }
    below = cursor === 0 ? Number.NEGATIVE_INFINITY : wanted[cursor - 1]
    above = cursor === wanted.length ? Number.POSITIVE_INFINITY : wanted[cursor]
    wire.pos = pos
  }
  if (wire.pos > ids.end) throw new MalformedBlock('A run of nodes ends inside an id.')
  return { hits, positions, count }
}

/** As `findHits`, slowly, for runs with large ids. */
const findHitsExactly = (
  block: PbfBlock,
  packed: Packed,
  wanted: Float64Array,
): ReturnType<typeof findHits> => {
  const hits: number[] = []
  const positions: number[] = []
  const ids = readIdsExactly(block.bytes, packed)
  let cursor = 0
  ids.forEach((id, position) => {
    if (id === UNREADABLE_ID) return
    cursor = advance(wanted, cursor, id)
    if (wanted[cursor] !== id) return
    hits.push(cursor)
    positions.push(position)
  })
  return { hits, positions, count: ids.length }
}

/** Returns the versions of the nodes at these positions of a run: a packed list, in which each version is written as it is. */
const versionsAt = (block: PbfBlock, info: Packed, positions: readonly number[]): (number | null)[] => {
  const wire = new Wire(block.bytes, info.start, info.end)
  let field = wire.field()
  for (; field !== 0 && field !== VERSIONS_FIELD; field = wire.field()) wire.skip()
  if (field === 0) return positions.map(() => null)
  wire.enter()
  let read = 0
  return positions.map((position) => {
    let version = 0
    for (; read <= position && wire.pos < wire.end; read++) version = wire.int64()
    return read > position ? versionOf(version) : null
  })
}

const VERSIONS_FIELD = 1

/** `keys_vals` holds key and value string indexes, node after node, with a 0 after the last of each node. */
const readDenseTags = (
  keyValues: Packed,
  { hits, positions, versions }: Hits,
  { block, keepTag, visitor }: NodeSearch,
): void => {
  const tagged = hits
    .map((index, hit) => [index, positions[hit], versions?.[hit] ?? null] as const)
    .filter(([index]) => visitor.wantsTags(index))
  const wire = new Wire(block.bytes, keyValues.start, keyValues.end)
  let node = 0
  for (const [index, position, version] of tagged) {
    for (; node < position && wire.pos < wire.end; node++) {
      while (wire.varint() !== 0) wire.varint()
    }
    const tags: Record<string, string> = Object.create(null)
    for (let key = wire.pos < wire.end ? wire.varint() : 0; key !== 0; key = wire.varint()) {
      const value = wire.varint()
      const name = block.strings.text(key)
      if (keepTag(name)) tags[name] = block.strings.text(value)
    }
    node++
    visitor.tags(index, tags, version)
  }
  if (wire.pos > wire.end) throw new MalformedBlock('The tags of a run of nodes run past their end.')
}

const readSingle = (wire: Wire, { block, wanted, keepTag, visitor }: NodeSearch): void => {
  let id = 0
  let lat = 0
  let lon = 0
  const keys: Packed = { start: 0, end: 0 }
  const values: Packed = { start: 0, end: 0 }
  const info: Packed = { start: 0, end: 0 }
  for (let field = wire.field(); field !== 0; field = wire.field()) {
    if (field === 1) id = wire.signed()
    else if (field === 8) lat = wire.signed()
    else if (field === 9) lon = wire.signed()
    else if (field === 2) wire.locate(keys)
    else if (field === 3) wire.locate(values)
    else if (field === 4) wire.locate(info)
    else wire.skip()
  }
  const index = advance(wanted, 0, id)
  if (wanted[index] !== id) return
  const version = visitor.wantsVersions ? readVersion(block, info) : null
  visitor.node(index, lonUnits(block, lon), latUnits(block, lat), version)
  if (visitor.wantsTags(index))
    visitor.tags(index, tagReader(block, NO_CRITERION).read(keys, values, keepTag), version)
}

const NO_CRITERION = { key: '', values: [] }
