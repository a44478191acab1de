/**
 * Finds the edges whose boxes meet. Edges that follow one another in a strand lie near one another: boxes around runs of them are the
 * leaves of a tree, sorted along a curve, which is compared with itself (Brinkhoff, Kriegel and Seeger, Efficient Processing of Spatial
 * Joins Using R-trees, 1993).
 */
import { UNLIMITED, type WorkBudget } from '../work-budget.ts'
import { zOrder } from './z-order.ts'

/** Edges of a leaf at most, and children of a node. */
const FANOUT = 8
const FANOUT_BITS = 3

/** Long slanting edges side by side meet in their boxes alone: past this many pairs an edge there are better ways. */
const MAX_PAIRS_PER_EDGE = 16

/**
 * Calls for each two of the edges (ascending) whose boxes meet or come within `reach`, apart from neighbours in their strand, the lower
 * first; for others nearby as well. False when it gave up, since there were too many.
 */
export const forEachPair = (
  coords: Int32Array,
  edges: Int32Array,
  call: (edge: number, other: number) => void,
  reach = 0,
  budget: WorkBudget = UNLIMITED,
): boolean => {
  const pairs = new Pairs(coords, edges, call, reach, budget)
  pairs.run()
  return pairs.left > 0
}

class Pairs {
  /** Pairs that may still be looked at. */
  left: number
  private readonly coords: Int32Array
  private readonly edges: Int32Array
  private readonly call: (edge: number, other: number) => void
  private readonly reach: number
  private readonly budget: WorkBudget
  /** For each leaf where its edges start, and where they end. */
  private readonly starts: Int32Array
  private readonly ends: Int32Array
  /** `[west, south, east, north, …]` of the leaves, wider by `reach` on each side, then of the nodes above them, level by level up to a single one. */
  private readonly levels: readonly Int32Array[]
  private readonly near = new Int32Array(FANOUT)

  constructor(
    coords: Int32Array,
    edges: Int32Array,
    call: (edge: number, other: number) => void,
    reach: number,
    budget: WorkBudget,
  ) {
    this.coords = coords
    this.edges = edges
    this.call = call
    this.reach = reach
    this.budget = budget
    this.left = MAX_PAIRS_PER_EDGE * edges.length + 1
    const { starts, ends, boxes } = leavesOf(coords, edges, reach)
    this.starts = starts
    this.ends = ends
    const levels = [boxes]
    for (let level = boxes; level.length > 4; level = levels[levels.length - 1])
      levels.push(boxesAbove(level))
    this.levels = levels
  }

  run(): void {
    if (this.edges.length > 0) this.within(this.levels.length - 1, 0)
  }

  /** The pairs below a node. */
  private within(level: number, node: number): void {
    if (level === 0) {
      this.withinLeaf(node)
      return
    }
    const below = this.levels[level - 1]
    const end = Math.min((node + 1) << FANOUT_BITS, below.length / 4)
    for (let one = node << FANOUT_BITS; one < end; one++) {
      this.within(level - 1, one)
      for (let other = one + 1; other < end; other++)
        if (meet(below, one, below, other)) this.between(level - 1, one, other)
    }
  }

  /** The pairs of one edge below each of two nodes, whose boxes meet. */
  private between(level: number, one: number, other: number): void {
    if (this.left <= 0) return
    if (level === 0) {
      if (this.starts[one] < this.starts[other]) this.betweenLeaves(one, other)
      else this.betweenLeaves(other, one)
      return
    }
    const boxes = this.levels[level]
    const below = this.levels[level - 1]
    const end = Math.min((one + 1) << FANOUT_BITS, below.length / 4)
    const otherEnd = Math.min((other + 1) << FANOUT_BITS, below.length / 4)
    for (let a = one << FANOUT_BITS; a < end; a++) {
      if (!meet(below, a, boxes, other)) continue
      for (let b = other << FANOUT_BITS; b < otherEnd; b++)
        if (meet(below, a, below, b)) this.between(level - 1, a, b)
    }
  }

  private withinLeaf(leaf: number): void {
    const { coords, edges, call, reach } = this
    const end = this.ends[leaf]
    for (let i = this.starts[leaf]; i < end - 2; i++) {
      const at = 2 * edges[i]
      const west = Math.min(coords[at], coords[at + 2]) - reach
      const south = Math.min(coords[at + 1], coords[at + 3]) - reach
      const east = Math.max(coords[at], coords[at + 2]) + reach
      const north = Math.max(coords[at + 1], coords[at + 3]) + reach
      // The next one is its neighbour.
      for (let j = i + 2; j < end; j++)
        if (edgeLiesIn(coords, edges[j], west, south, east, north)) call(edges[i], edges[j])
    }
    this.left -= FANOUT
  }

  /** The first leaf has the lower edges. */
  private betweenLeaves(one: number, other: number): void {
    const { coords, edges, levels, starts, ends, near, call, budget } = this
    // Boxes may meet without any edge in both.
    budget.spend(FANOUT)
    const boxes = levels[0]
    const west = Math.max(boxes[4 * one], boxes[4 * other])
    const south = Math.max(boxes[4 * one + 1], boxes[4 * other + 1])
    const east = Math.min(boxes[4 * one + 2], boxes[4 * other + 2])
    const north = Math.min(boxes[4 * one + 3], boxes[4 * other + 3])
    let count = 0
    for (let i = starts[one]; i < ends[one]; i++)
      if (edgeLiesIn(coords, edges[i], west, south, east, north)) near[count++] = edges[i]
    if (count === 0) return
    for (let j = starts[other]; j < ends[other]; j++) {
      if (!edgeLiesIn(coords, edges[j], west, south, east, north)) continue
      for (let i = 0; i < count; i++) if (edges[j] !== near[i] + 1) call(near[i], edges[j])
      this.left -= count
    }
  }
}

const edgeLiesIn = (
  coords: Int32Array,
  edge: number,
  west: number,
  south: number,
  east: number,
  north: number,
): boolean => {
  const ax = coords[2 * edge]
  const ay = coords[2 * edge + 1]
  const bx = coords[2 * edge + 2]
  const by = coords[2 * edge + 3]
  return (
    (ax <= east || bx <= east) &&
    (ax >= west || bx >= west) &&
    (ay <= north || by <= north) &&
    (ay >= south || by >= south)
  )
}

const meet = (boxes: Int32Array, one: number, others: Int32Array, other: number): boolean =>
  boxes[4 * one] <= others[4 * other + 2] &&
  boxes[4 * one + 2] >= others[4 * other] &&
  boxes[4 * one + 1] <= others[4 * other + 3] &&
  boxes[4 * one + 3] >= others[4 * other + 1]

interface Leaves {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly boxes: Int32Array
}

/** A leaf never holds edges of two strands, which may lie far apart. */
const leavesOf = (coords: Int32Array, edges: Int32Array, reach: number): Leaves => {
  const bounds = new Int32Array(edges.length + 1)
  let count = 0
  for (let i = 0; i < edges.length; i++) {
    const isNext = i > 0 && edges[i] === edges[i - 1] + 1
    if (!isNext || i - bounds[count - 1] === FANOUT) bounds[count++] = i
  }
  bounds[count] = edges.length
  const boxes = leafBoxes(coords, edges, bounds, count, reach)
  const order = zOrder(boxes)
  const sorted = new Int32Array(boxes.length)
  for (let i = 0; i < count; i++)
    for (let side = 0; side < 4; side++) sorted[4 * i + side] = boxes[4 * order[i] + side]
  return {
    starts: order.map((leaf) => bounds[leaf]),
    ends: order.map((leaf) => bounds[leaf + 1]),
    boxes: sorted,
  }
}

const leafBoxes = (
  coords: Int32Array,
  edges: Int32Array,
  bounds: Int32Array,
  count: number,
  reach: number,
): Int32Array => {
  const boxes = new Int32Array(4 * count)
  for (let leaf = 0; leaf < count; leaf++) {
    let [west, south, east, north] = EMPTY
    for (let i = bounds[leaf]; i < bounds[leaf + 1]; i++) {
      const at = 2 * edges[i]
      west = Math.min(west, coords[at], coords[at + 2])
      south = Math.min(south, coords[at + 1], coords[at + 3])
      east = Math.max(east, coords[at], coords[at + 2])
      north = Math.max(north, coords[at + 1], coords[at + 3])
    }
    put(boxes, leaf, west - reach, south - reach, east + reach, north + reach)
  }
  return boxes
}

const boxesAbove = (below: Int32Array): Int32Array => {
  const count = below.length / 4
  const boxes = new Int32Array(4 * Math.ceil(count / FANOUT))
  for (let node = 0; node < boxes.length / 4; node++) {
    let [west, south, east, north] = EMPTY
    const end = Math.min((node + 1) << FANOUT_BITS, count)
    for (let i = node << FANOUT_BITS; i < end; i++) {
      west = Math.min(west, below[4 * i])
      south = Math.min(south, below[4 * i + 1])
      east = Math.max(east, below[4 * i + 2])
      north = Math.max(north, below[4 * i + 3])
    }
    put(boxes, node, west, south, east, north)
  }
  return boxes
}

const EMPTY = [2 ** 31 - 1, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31)] as const

const put = (
  boxes: Int32Array,
  at: number,
  west: number,
  south: number,
  east: number,
  north: number,
): void => {
  boxes[4 * at] = west
  boxes[4 * at + 1] = south
  boxes[4 * at + 2] = east
  boxes[4 * at + 3] = north
}
