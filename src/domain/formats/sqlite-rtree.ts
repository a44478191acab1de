/**
 * Builds the nodes of an R*Tree of SQLite (the layout is described in its source, rtree.c), packed along a Hilbert curve.
 * Inserting the boxes one by one would take longer than everything else in a file; GDAL fills its indexes in the same way.
 */
import type { FlatBox } from './flat-box.ts'
import { BOX_NUMBERS, hilbertOrder } from './hilbert-order.ts'

const MAX_CELLS = 51
const HEAD_BYTES = 4
/** A 64-bit number and a box in single precision. */
const CELL_BYTES = 24
/** Size of every node in files whose pages have room for it. */
const NODE_BYTES = HEAD_BYTES + MAX_CELLS * CELL_BYTES
const ROOT = 1

/** Rows of the tables of a tree. Nodes are numbered from 1, the root. */
export interface RtreeNodes {
  readonly nodes: readonly Uint8Array[]
  /** The parent of each node; 0 for the root. */
  readonly parents: readonly number[]
  /** Leaf of each entry, in the order in which they were added. */
  readonly leaves: Uint32Array
}

/** Numbers with their boxes, in growing typed arrays. */
export class RtreeEntries {
  count = 0
  #ids = new Uint32Array(64)
  /** As in `FlatBox`. */
  #boxes = new Float32Array(64 * BOX_NUMBERS)

  id(index: number): number {
    return this.#ids[index]
  }

  add(id: number, [minX, minY, maxX, maxY]: FlatBox): void {
    if (this.count === this.#ids.length) {
      this.#ids = new Uint32Array(this.#ids.buffer.transfer(2 * this.#ids.byteLength))
      this.#boxes = new Float32Array(this.#boxes.buffer.transfer(2 * this.#boxes.byteLength))
    }
    this.#ids[this.count] = id
    const at = BOX_NUMBERS * this.count
    this.#boxes[at] = roundedDown(minX)
    this.#boxes[at + 1] = roundedDown(minY)
    this.#boxes[at + 2] = roundedUp(maxX)
    this.#boxes[at + 3] = roundedUp(maxY)
    this.count++
  }

  /** @param box around all entries */
  nodes(box: FlatBox): RtreeNodes {
    const order = hilbertOrder(this.#boxes, this.count, box)
    const nodes: Uint8Array[] = [new Uint8Array(NODE_BYTES)]
    const parents = [0]
    const leaves = new Uint32Array(this.count)
    let level = this.#inOrder(order)
    let depth = 0
    const contain = (node: number, first: number, end: number): void => {
      for (let cell = first; cell < end; cell++)
        if (depth === 0) leaves[order[cell]] = node
        else parents[level.ids[cell] - 1] = node
    }
    for (; level.ids.length > MAX_CELLS; depth++) {
      const { length } = level.ids
      const above = emptyLevel(Math.ceil(length / MAX_CELLS))
      for (let place = 0; place < above.ids.length; place++) {
        const first = Math.floor((place * length) / above.ids.length)
        const end = Math.floor(((place + 1) * length) / above.ids.length)
        parents.push(0)
        const node = nodes.push(nodeOf(level, first, end, 0))
        contain(node, first, end)
        above.ids[place] = node
        above.boxes.set(joinedBox(level.boxes, first, end), BOX_NUMBERS * place)
      }
      level = above
    }
    nodes[ROOT - 1] = nodeOf(level, 0, level.ids.length, depth)
    contain(ROOT, 0, level.ids.length)
    parents[ROOT - 1] = 0
    return { nodes, parents, leaves }
  }

  #inOrder(order: Uint32Array): RtreeLevel {
    const level = emptyLevel(order.length)
    for (const [place, index] of order.entries()) {
      level.ids[place] = this.#ids[index]
      for (let side = 0; side < BOX_NUMBERS; side++)
        level.boxes[BOX_NUMBERS * place + side] = this.#boxes[BOX_NUMBERS * index + side]
    }
    return level
  }
}

/** Cells of all nodes of one level: entries, or the nodes of the level below. */
interface RtreeLevel {
  readonly ids: Uint32Array
  readonly boxes: Float32Array
}

const emptyLevel = (cells: number): RtreeLevel => ({
  ids: new Uint32Array(cells),
  boxes: new Float32Array(BOX_NUMBERS * cells),
})

/** @param depth levels below the root; 0 for every other node */
const nodeOf = ({ ids, boxes }: RtreeLevel, first: number, end: number, depth: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(NODE_BYTES))
  view.setUint16(0, depth)
  view.setUint16(2, end - first)
  for (let cell = first, at = HEAD_BYTES; cell < end; cell++, at += CELL_BYTES) {
    view.setUint32(at + 4, ids[cell])
    const box = BOX_NUMBERS * cell
    view.setFloat32(at + 8, boxes[box])
    view.setFloat32(at + 12, boxes[box + 2])
    view.setFloat32(at + 16, boxes[box + 1])
    view.setFloat32(at + 20, boxes[box + 3])
  }
  return new Uint8Array(view.buffer)
}

const joinedBox = (boxes: Float32Array, first: number, end: number): FlatBox => {
  let [minX, minY, maxX, maxY] = boxes.subarray(BOX_NUMBERS * first)
  for (let at = BOX_NUMBERS * first; at < BOX_NUMBERS * end; at += BOX_NUMBERS) {
    minX = Math.min(minX, boxes[at])
    minY = Math.min(minY, boxes[at + 1])
    maxX = Math.max(maxX, boxes[at + 2])
    maxY = Math.max(maxY, boxes[at + 3])
  }
  return [minX, minY, maxX, maxY]
}

/** Rounds outwards, like SQLite's insert: a box in single precision is never smaller than the one in double precision. */
const STEP = 2 ** -23

const roundedDown = (value: number): number => {
  const nearest = Math.fround(value)
  return nearest > value ? Math.fround(value * (value < 0 ? 1 + STEP : 1 - STEP)) : nearest
}

const roundedUp = (value: number): number => {
  const nearest = Math.fround(value)
  return nearest < value ? Math.fround(value * (value < 0 ? 1 - STEP : 1 + STEP)) : nearest
}
