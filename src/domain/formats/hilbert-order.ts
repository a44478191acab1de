/** Sorts boxes along a Hilbert curve, so that consecutive boxes lie near each other. */
import { hilbertDistance } from '../geometry/hilbert.ts'
import type { FlatBox } from './flat-box.ts'
import { BeyondFormat } from './writer.ts'

/** Numbers for each box in an array of boxes: minimum and maximum of x and y, as in `FlatBox`. */
export const BOX_NUMBERS = 4

/** A Hilbert value and an index share the 53 bits of an integer in a double. */
const MAX_BOXES = 2 ** 21
const GRID_SIDE = 2 ** 16

/** Returns the indexes of the first `count` boxes by the Hilbert value of their centre, on a grid over the box of all. */
export const hilbertOrder = (
  boxes: Float64Array | Float32Array,
  count: number,
  [minX, minY, maxX, maxY]: FlatBox,
): Uint32Array => {
  if (count > MAX_BOXES) throw new BeyondFormat(`An index holds at most ${MAX_BOXES} boundaries.`)
  const keys = new Float64Array(count)
  const width = maxX - minX || 1
  const height = maxY - minY || 1
  for (let index = 0; index < count; index++) {
    const at = BOX_NUMBERS * index
    const middleX = (boxes[at] + boxes[at + 2]) / 2
    const middleY = (boxes[at + 1] + boxes[at + 3]) / 2
    const column = Math.floor(((GRID_SIDE - 1) * (middleX - minX)) / width)
    const row = Math.floor(((GRID_SIDE - 1) * (middleY - minY)) / height)
    keys[index] = hilbertDistance(column, row, GRID_SIDE) * MAX_BOXES + index
  }
  // Sorting numbers is ten times as fast as comparing values by a function.
  keys.sort()
  const order = new Uint32Array(count)
  for (let place = 0; place < count; place++) order[place] = keys[place] % MAX_BOXES
  return order
}
