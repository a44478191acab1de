/** Collects the ways of boundaries and coasts while the file is read. A way that the file repeats is stored once. */
import { junctionLevels, levelsOfWays } from './junctions.ts'
import type { Relation } from './pbf/relations.ts'
import type { TaggedWay } from './pbf/ways.ts'
import type { ScanResult } from './scan.ts'
import { lowerBound, NumberList, sortedUnique } from './sorted.ts'
import type { WayTable } from './way-table.ts'

export class WayCollector {
  readonly tagged: TaggedWay[] = []
  readonly #coastlines = new NumberList()
  readonly #wanted: Float64Array
  readonly #seenWanted: Uint8Array
  readonly #seenOthers = new Set<number>()
  readonly #ids = new NumberList()
  readonly #ends = new NumberList()
  readonly #nodes = new NumberList()

  /**
   * `wanted` are the sorted ids of member ways; the others are closed ways with a boundary tag, which are few, and
   * coastlines.
   */
  constructor(wanted: Float64Array) {
    this.#wanted = wanted
    this.#seenWanted = new Uint8Array(wanted.length)
  }

  add({ ways, taggedWays, coastlines }: Pick<ScanResult, 'ways' | 'taggedWays' | 'coastlines'>): void {
    const fresh = new Set<number>()
    for (let way = 0; way < ways.ids.length; way++) {
      const id = ways.ids[way]
      if (!this.#isFirst(id)) continue
      fresh.add(id)
      this.#ids.pushAll([id])
      this.#nodes.pushAll(ways.nodes.subarray(way === 0 ? 0 : ways.ends[way - 1], ways.ends[way]))
      this.#ends.pushAll([this.#nodes.length])
    }
    this.#coastlines.pushAll(coastlines)
    // A way repeated within the batch is also stored once.
    for (const way of taggedWays) if (fresh.delete(way.id)) this.tagged.push(way)
  }

  /** Sorted ids. */
  get coastlines(): Float64Array {
    return sortedUnique(this.#coastlines.toArray())
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
    const order = Uint32Array.from(readIds, (_, index) => index)
    if (!readIds.every((id, index) => index === 0 || readIds[index - 1] < id)) {
      order.sort((a, b) => readIds[a] - readIds[b])
    }
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
    const shape = { starts, ends, nodes: places, nodeIds: nodes.nodeIds }
    return {
      ...nodes,
      ...shape,
      ids,
      junctions: junctionLevels(shape, levelsOfWays(ids, relations, this.tagged)),
    }
  }

  #isFirst(id: number): boolean {
    const place = lowerBound(this.#wanted, id)
    if (this.#wanted[place] === id) {
      const seen = this.#seenWanted[place] === 1
      this.#seenWanted[place] = 1
      return !seen
    }
    if (this.#seenOthers.has(id)) return false
    this.#seenOthers.add(id)
    return true
  }
}
