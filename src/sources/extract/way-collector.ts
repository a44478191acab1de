/**
 * Collects the ways of boundaries and coasts while the file is read. Of a way that the file repeats, the highest version counts;
 * nodes that are the same as before are not stored again.
 */
import { IdOrder } from './id-order.ts'
import { junctionLevels, levelsOfWays } from './junctions.ts'
import { takesPlaceOf } from './pbf/info.ts'
import type { Relation } from './pbf/relations.ts'
import type { TaggedWay } from './pbf/ways.ts'
import type { ScanResult, WayBatch } from './scan-blobs.ts'
import { lowerBound, NumberList, sortedUnique } from './sorted-ids.ts'
import { NO_COORDINATE, type WayTable } from './way-table.ts'

export class WayCollector {
  readonly #order = new IdOrder()
  readonly #wanted: Float64Array
  /** For each wanted id, 1 + the index of its way below; 0 if there is none yet. */
  readonly #placesOfWanted: Uint32Array
  readonly #placesOfOthers = new Map<number, number>()
  readonly #ids = new NumberList()
  readonly #versions = new NumberList()
  readonly #ends = new NumberList()
  readonly #nodes = new NumberList()
  /** `[lon, lat, …]` of the nodes; shorter, or empty, if the ways from there on have no positions. */
  readonly #locations = new NumberList()
  readonly #tagged = new Map<number, TaggedWay>()
  readonly #coastlines = new NumberList()
  /** Former coastlines: their highest version is none. */
  readonly #notCoastlines = new Set<number>()

  /**
   * `wanted` are the sorted ids of member ways; the others are closed ways with a boundary tag, which are few, and
   * coastlines.
   */
  constructor(wanted: Float64Array) {
    this.#wanted = wanted
    this.#placesOfWanted = new Uint32Array(wanted.length)
  }

  add({ ids, ways }: Pick<ScanResult, 'ids' | 'ways'>): void {
    this.#order.addRange(ids)
    for (let index = 0; index < ways.ids.length; index++) {
      const id = ways.ids[index]
      const place = this.#placeOf(id)
      if (place !== -1 && !takesPlaceOf(ways.versions[index], this.#versions.at(place))) continue
      this.#store(ways, index, place)
      const tagged = ways.tagged.get(index)
      if (tagged !== undefined) this.#tagged.set(id, tagged)
      else if (place !== -1) this.#tagged.delete(id)
      if (ways.coastlines.has(index)) {
        this.#coastlines.pushAll([id])
        this.#notCoastlines.delete(id)
      } else if (place !== -1) this.#notCoastlines.add(id)
    }
  }

  /**
   * Returns the ids to read the file for once more, null if that is unnecessary: if it repeats ways, the higher version of a boundary
   * or coastline may be neither, and was not collected then.
   */
  get unsure(): Float64Array | null {
    if (this.#order.ascends) return null
    const all = new Float64Array(this.#wanted.length + this.#ids.length)
    all.set(this.#wanted)
    this.#ids.copyTo(all.subarray(this.#wanted.length))
    return sortedUnique(all)
  }

  get tagged(): readonly TaggedWay[] {
    return [...this.#tagged.values()]
  }

  /** Sorted ids. */
  get coastlines(): Float64Array {
    return sortedUnique(this.#coastlines.toArray()).filter((id) => !this.#notCoastlines.has(id))
  }

  /** Returns all node ids, repeated as in the ways, and additional ones. */
  nodesAnd(further: Float64Array): Float64Array<ArrayBuffer> {
    const all = new Float64Array(this.#nodes.length + further.length)
    this.#nodes.copyTo(all)
    all.set(further, this.#nodes.length)
    return all
  }

  table(nodes: Pick<WayTable, 'nodeIds' | 'lons' | 'lats'>, relations: Iterable<Relation>): WayTable {
    const readIds = this.#ids.toArray()
    const readEnds = this.#ends.toArray()
    const order = this.#current(readIds)
    const count = order.length
    const ids = new Float64Array(new SharedArrayBuffer(count * 8))
    const starts = new Uint32Array(new SharedArrayBuffer(count * 4))
    const ends = new Uint32Array(new SharedArrayBuffer(count * 4))
    order.forEach((from, to) => {
      ids[to] = readIds[from]
      starts[to] = from === 0 ? 0 : readEnds[from - 1]
      ends[to] = readEnds[from]
    })
    const places = new Uint32Array(new SharedArrayBuffer(this.#nodes.length * 4))
    let at = 0
    for (const node of this.#nodes) places[at++] = lowerBound(nodes.nodeIds, node)
    this.#locate(nodes, { starts, ends, nodes: places })
    const shape = { starts, ends, nodes: places, nodeIds: nodes.nodeIds }
    return {
      ...nodes,
      ...shape,
      ids,
      junctions: junctionLevels(shape, levelsOfWays(ids, relations, this.tagged)),
    }
  }

  /** Takes from the ways the positions of nodes that the file has only there. Where ways differ, the one with the lowest id counts. */
  #locate(
    { lons, lats }: Pick<WayTable, 'lons' | 'lats'>,
    { starts, ends, nodes }: Pick<WayTable, 'starts' | 'ends' | 'nodes'>,
  ): void {
    if (this.#locations.length === 0) return
    for (let way = 0; way < starts.length; way++)
      for (let at = starts[way]; at < ends[way] && 2 * at < this.#locations.length; at++) {
        if (lons[nodes[at]] !== NO_COORDINATE) continue
        lons[nodes[at]] = this.#locations.at(2 * at)
        lats[nodes[at]] = this.#locations.at(2 * at + 1)
      }
  }

  /** Returns the index of the way with this id that is stored now, −1 if there is none. */
  #placeOf(id: number): number {
    const wanted = lowerBound(this.#wanted, id)
    const place = this.#wanted[wanted] === id ? this.#placesOfWanted[wanted] : this.#placesOfOthers.get(id)
    return (place ?? 0) - 1
  }

  #store(ways: WayBatch, index: number, place: number): void {
    const id = ways.ids[index]
    const start = index === 0 ? 0 : ways.ends[index - 1]
    const nodes = ways.nodes.subarray(start, ways.ends[index])
    const locations = ways.locations?.subarray(2 * start, 2 * ways.ends[index]) ?? null
    if (place !== -1 && this.#hasNodes(place, nodes) && this.#hasLocations(place, locations)) {
      this.#versions.set(place, ways.versions[index])
      return
    }
    this.#ids.pushAll([id])
    this.#versions.pushAll([ways.versions[index]])
    if (locations !== null) {
      for (let at = this.#locations.length; at < 2 * this.#nodes.length; at++)
        this.#locations.pushAll([NO_COORDINATE])
      this.#locations.pushAll(locations)
    }
    this.#nodes.pushAll(nodes)
    this.#ends.pushAll([this.#nodes.length])
    const wanted = lowerBound(this.#wanted, id)
    if (this.#wanted[wanted] === id) this.#placesOfWanted[wanted] = this.#ids.length
    else this.#placesOfOthers.set(id, this.#ids.length)
  }

  #hasNodes(place: number, nodes: Float64Array): boolean {
    const start = place === 0 ? 0 : this.#ends.at(place - 1)
    if (this.#ends.at(place) - start !== nodes.length) return false
    return nodes.every((node, index) => this.#nodes.at(start + index) === node)
  }

  #hasLocations(place: number, locations: Int32Array | null): boolean {
    const start = 2 * (place === 0 ? 0 : this.#ends.at(place - 1))
    if (locations === null) return start >= this.#locations.length
    if (start + locations.length > this.#locations.length) return false
    return locations.every((value, index) => this.#locations.at(start + index) === value)
  }

  /** Returns the indexes of the current version of each way, by id. */
  #current(readIds: Float64Array): Uint32Array {
    const order = Uint32Array.from(readIds, (_, index) => index)
    if (readIds.every((id, index) => index === 0 || readIds[index - 1] < id)) return order
    // Versions that took the place of others come later.
    order.sort((a, b) => readIds[a] - readIds[b] || a - b)
    return order.filter((at, index) => readIds[at] !== readIds[order[index + 1]])
  }
}
