/**
 * Builds the packed Hilbert R-tree of FlatGeobuf ("Spatial Index" of its specification): nodes of a box and an offset, the
 * root first.
 */
import type { FlatBox } from './flat-box.ts'
import { putInt64 } from './flat-buffer.ts'
import { BOX_NUMBERS, hilbertOrder } from './hilbert-order.ts'

/** Children of a node. */
export const NODE_SIZE = 16
/** Four doubles and a 64-bit offset. */
const NODE_BYTES = 40

/** The box of each feature and its place in the temporary file, in growing typed arrays. */
export class FeatureEntries {
  count = 0
  #boxes = new Float64Array(64 * BOX_NUMBERS)
  /** Start and length of each feature. */
  #places = new Float64Array(64 * 2)

  add(box: FlatBox, start: number, length: number): void {
    if (2 * this.count === this.#places.length) {
      this.#boxes = new Float64Array(this.#boxes.buffer.transfer(2 * this.#boxes.byteLength))
      this.#places = new Float64Array(this.#places.buffer.transfer(2 * this.#places.byteLength))
    }
    this.#boxes.set(box, BOX_NUMBERS * this.count)
    this.#places.set([start, length], 2 * this.count)
    this.count++
  }

  start(index: number): number {
    return this.#places[2 * index]
  }

  length(index: number): number {
    return this.#places[2 * index + 1]
  }

  putBox(view: DataView, at: number, index: number): void {
    for (let side = 0; side < BOX_NUMBERS; side++)
      view.setFloat64(at + 8 * side, this.#boxes[BOX_NUMBERS * index + side], true)
  }

  hilbertOrder(box: FlatBox): Uint32Array {
    return hilbertOrder(this.#boxes, this.count, box)
  }
}

/**
 * Builds the tree over the features in this order. A leaf's offset counts the bytes of features in that order; an inner
 * node's is the number of its first child.
 */
export const packedTree = (entries: FeatureEntries, order: Uint32Array): Uint8Array => {
  const levels = levelsOf(order.length)
  const bytes = new Uint8Array(levels[0].end * NODE_BYTES)
  const view = new DataView(bytes.buffer)
  let offset = 0
  const leaves = levels[0]
  for (let place = 0; place < order.length; place++) {
    const at = (leaves.start + place) * NODE_BYTES
    entries.putBox(view, at, order[place])
    putOffset(view, at, offset)
    offset += entries.length(order[place])
  }
  for (let level = 1; level < levels.length; level++) putParents(view, levels[level - 1], levels[level])
  return bytes
}

interface TreeLevel {
  readonly start: number
  readonly end: number
}

/** Returns the node numbers of each level, the leaves first; the root is node 0. */
const levelsOf = (leaves: number): readonly TreeLevel[] => {
  const counts = [leaves]
  do counts.push(Math.ceil(counts[counts.length - 1] / NODE_SIZE))
  while (counts[counts.length - 1] > 1)
  let start = counts.reduce((sum, count) => sum + count)
  return counts.map((count) => {
    start -= count
    return { start, end: start + count }
  })
}

const putParents = (view: DataView, children: TreeLevel, parents: TreeLevel): void => {
  let parent = parents.start
  for (let child = children.start; child < children.end; child += NODE_SIZE, parent++) {
    const box = new Float64Array([Infinity, Infinity, -Infinity, -Infinity])
    for (let node = child; node < Math.min(child + NODE_SIZE, children.end); node++) {
      const at = node * NODE_BYTES
      box[0] = Math.min(box[0], view.getFloat64(at, true))
      box[1] = Math.min(box[1], view.getFloat64(at + 8, true))
      box[2] = Math.max(box[2], view.getFloat64(at + 16, true))
      box[3] = Math.max(box[3], view.getFloat64(at + 24, true))
    }
    const at = parent * NODE_BYTES
    for (let side = 0; side < BOX_NUMBERS; side++) view.setFloat64(at + 8 * side, box[side], true)
    putOffset(view, at, child)
  }
}

/** Writes the offset after the box of the node at `at`. */
const putOffset = (view: DataView, at: number, offset: number): void =>
  putInt64(view, at + 8 * BOX_NUMBERS, offset)
