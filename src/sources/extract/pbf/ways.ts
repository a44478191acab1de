/**
 * Reads ways of a block: node references of wanted ways, of closed ways with a tag, and of coastlines, and the positions of their nodes where
 * the ways have them ("LocationsOnWays", which osmium add-locations-to-ways writes instead of most nodes).
 */
import { lowerBound } from '../sorted-ids.ts'
import { eachOfField, latUnits, lonUnits, type PbfBlock, WAY_FIELD } from './block.ts'
import { readIds, type UnreadableObject } from './ids.ts'
import { type Edit, readInfo, readVersion } from './info.ts'
import { MalformedBlock } from './problem.ts'
import { type TagCriterion, type Tags, tagReader } from './tags.ts'
import { type Packed, Wire } from './wire.ts'

export interface TaggedWay extends Edit {
  readonly id: number
  readonly tags: Tags
}

export interface WayVisitor {
  /** Called for each way of the block. */
  seen(id: number): void
  /** A wanted way, a closed one with the tag, or a coastline. `locations`: `[lon, lat, …]` of its nodes, null if it has none. */
  way(id: number, nodes: readonly number[], version: number | null, locations: readonly number[] | null): void
  /** Called after `way` for a coastline: land lies to its left. */
  coastline(): void
  /** Called after `way` for a closed way with the tag. */
  tagged(way: TaggedWay): void
  /** A closed way with the tag, and an id too large for an exact number. */
  unreadable(way: UnreadableObject): void
}

/** A closed way of fewer nodes (the first one repeated) has no area. */
const MIN_NODES_OF_AREA = 4

/** https://wiki.openstreetmap.org/wiki/Tag:natural%3Dcoastline */
const COASTLINE: TagCriterion = { key: 'natural', values: ['coastline'] }

/** Returns the number of ways in the block. `wanted` must be sorted. */
export const eachWay = (
  block: PbfBlock,
  wanted: Float64Array,
  criterion: TagCriterion,
  keepTag: (key: string) => boolean,
  visitor: WayVisitor,
): number => {
  const tags = tagReader(block, criterion)
  const coastline = tagReader(block, COASTLINE)
  const keys: Packed = { start: 0, end: 0 }
  const values: Packed = { start: 0, end: 0 }
  const info: Packed = { start: 0, end: 0 }
  const refs: Packed = { start: 0, end: 0 }
  const lats: Packed = { start: 0, end: 0 }
  const lons: Packed = { start: 0, end: 0 }
  const places = [null, null, keys, values, info, null, null, null, refs, lats, lons] as const
  let seen = 0
  let cursor = 0
  eachOfField(block, WAY_FIELD, (wire) => {
    seen++
    let id = 0
    let idAt = 0
    for (const place of places) if (place !== null) place.start = place.end = 0
    for (let field = wire.field(); field !== 0; field = wire.field()) {
      const place = field < places.length ? places[field] : null
      if (field === 1) {
        idAt = wire.pos
        id = wire.int64()
      } else if (place !== null) wire.locate(place)
      else wire.skip()
    }
    visitor.seen(id)
    cursor = advance(wanted, cursor, id)
    const isWanted = wanted[cursor] === id
    const hasTag = tags.matches(keys, values)
    const isCoastline = coastline.matches(keys, values)
    if (!isWanted && !hasTag && !isCoastline) return
    const nodes = readIds(block.bytes, refs)
    const isArea = hasTag && nodes.length >= MIN_NODES_OF_AREA && nodes[0] === nodes[nodes.length - 1]
    if (!isWanted && !isArea && !isCoastline) return
    if (!Number.isSafeInteger(id)) {
      const exact = new Wire(block.bytes, idAt).exactInt64()
      if (isArea) visitor.unreadable({ id: `w${exact}`, tags: tags.read(keys, values, keepTag) })
      return
    }
    visitor.way(id, nodes, readVersion(block, info), readLocations(block, lons, lats, nodes.length))
    if (isCoastline) visitor.coastline()
    if (isArea) visitor.tagged({ id, tags: tags.read(keys, values, keepTag), ...readInfo(block, info) })
  })
  return seen
}

/** Returns `[lon, lat, …]` in 1e-7 degrees, also off the map; null if the way has no positions. */
const readLocations = (block: PbfBlock, lons: Packed, lats: Packed, nodes: number): number[] | null => {
  if (lons.start === lons.end && lats.start === lats.end) return null
  const lonWire = new Wire(block.bytes, lons.start, lons.end)
  const latWire = new Wire(block.bytes, lats.start, lats.end)
  const locations: number[] = []
  let lon = 0
  let lat = 0
  while (lonWire.pos < lons.end && latWire.pos < lats.end) {
    lon += lonWire.signed()
    lat += latWire.signed()
    locations.push(lonUnits(block, lon), latUnits(block, lat))
  }
  if (lonWire.pos !== lons.end || latWire.pos !== lats.end || locations.length !== 2 * nodes)
    throw new MalformedBlock('A way does not have one position for each of its nodes.')
  return locations
}

/**
 * Returns the index of the first wanted id that is not less than `id`. Ids of a block nearly always ascend, so one step from
 * the last place is usually enough; the binary search handles other orders.
 */
export const advance = (wanted: Float64Array, cursor: number, id: number): number => {
  if (cursor > 0 && wanted[cursor - 1] >= id) return lowerBound(wanted, id, 0, cursor)
  if (cursor >= wanted.length || wanted[cursor] >= id) return cursor
  if (cursor + 1 >= wanted.length || wanted[cursor + 1] >= id) return cursor + 1
  return lowerBound(wanted, id, cursor + 2, wanted.length)
}
