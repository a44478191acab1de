/**
 * An index of many areas that lie on each other and side by side, such as all boundaries of a region: which of them contain a point. It
 * is a quadtree over the edges of all areas, divided only where points fall. Each cell knows the areas that contain all of it, the edges
 * in it, and for their areas whether its lower left corner is inside. Most points fall into a cell without edges, whose answer is ready.
 *
 * Large cells have most of their edges in runs: edges that follow each other, with a box around them. A run on one side of what divides the
 * cell crosses none of it, so it moves to its quarter as a whole (`node bench/enrich.ts`).
 *
 * Cell borders lie at half units, where no position can lie. Sides are exact: see `path-crossings.ts`.
 */
import { AreaSets, EMPTY_SET } from './area-sets.ts'
import type { Box } from './arrangement/cells.ts'
import { IntList } from './arrangement/int-list.ts'
import { boxesOfRuns, RUN } from './edge-runs.ts'
import { edgesIn, mayTouch } from './edges-in-box.ts'
import { grown } from './grown.ts'
import { crossesEastward, crossesNorthward, isOnEdge } from './path-crossings.ts'
import type { Rings } from './rings.ts'

/** A cell: `~set` for one without edges, twice its number for one that is or will be divided, `2 × place + 1` for a leaf. */
type Cell = number

/**
 * `4 × edge + 2 × isRun + corner`: an edge, or the first edge of a run, and whether its area has the lower left corner of the cell inside.
 * A cell has them in the order of the areas.
 */
type Entries = Int32Array

export class StackedAreas {
  /** `[lon, lat, lon, lat]` of each edge that may touch the box. */
  readonly #segments: Int32Array
  /** The area of each edge, ascending. */
  readonly #owners: Int32Array
  /** `[west, south, east, north]` of each run. */
  readonly #runBoxes: Int32Array
  readonly #box: Box
  readonly #sets = new AreaSets()
  readonly #root: Cell
  /** By number of the cell: what it is divided by when a point falls into it; null once it is divided. */
  readonly #undivided: ({ readonly entries: Entries; readonly within: number } | null)[] = []
  #undividedEntries = 0
  /** By number of the cell: its quarters, south-west, south-east, north-west, north-east; `UNDIVIDED` until it is divided. */
  #quarters = new Int32Array(4 * 64)
  /** For each leaf the number of its entries, the set of the other areas that contain it, and the entries, none of them a run. */
  #leaves = new Int32Array(1024)
  #leavesEnd = 0
  readonly #scratch = [new Quarter(), new Quarter(), new Quarter(), new Quarter()] as const

  /** `box`: where the points lie, its borders at half units. */
  constructor(areas: readonly Rings[], box: Box) {
    const { segments, owners, corners } = edgesIn(areas, box)
    this.#segments = segments
    this.#owners = owners
    this.#box = box
    this.#runBoxes = boxesOfRuns(segments)
    const root = this.#scratch[0]
    root.begin(EMPTY_SET)
    for (let edge = 0; edge < owners.length; ) {
      const isRun = edge % RUN === 0 && owners[edge] === owners[edge + RUN - 1]
      if (isRun) root.addRun(edge)
      else root.add(edge)
      const next = edge + (isRun ? RUN : 1)
      if (owners[next] !== owners[edge]) root.endArea(owners[edge], corners[owners[edge]], this.#sets)
      edge = next
    }
    const isTouching = new Uint8Array(areas.length)
    for (const area of owners) isTouching[area] = 1
    let within = EMPTY_SET
    for (let area = 0; area < areas.length; area++)
      if (corners[area] === 1 && isTouching[area] === 0) within = this.#sets.plus(within, area)
    root.within = within
    this.#root = this.#addCell(root, box.right - box.left)
  }

  /** Bytes of memory; grows while cells are divided. */
  get byteLength(): number {
    const edges = this.#segments.length + this.#owners.length + this.#runBoxes.length
    const numbers = edges + this.#undividedEntries + this.#leavesEnd
    return 4 * numbers + BYTES_A_CELL * this.#undivided.length
  }

  /** The areas that contain the point of the box, in units, or have it on their border: a number for `members`. */
  at(lonUnits: number, latUnits: number): number {
    let { left, bottom, right, top } = this.#box
    let cell = this.#root
    while (cell >= 0) {
      if ((cell & 1) === 1) return this.#nearEdges(cell >>> 1, left, bottom, lonUnits, latUnits)
      const number = cell >>> 1
      if (this.#quarters[4 * number] === UNDIVIDED) this.#divide(number, left, bottom, right, top)
      const middleLon = middle(left, right)
      const middleLat = middle(bottom, top)
      let quarter = 4 * number
      if (lonUnits < middleLon) right = middleLon
      else {
        left = middleLon
        quarter += 1
      }
      if (latUnits < middleLat) top = middleLat
      else {
        bottom = middleLat
        quarter += 2
      }
      cell = this.#quarters[quarter]
    }
    return ~cell
  }

  /** The areas of a set, as their places in the list that was given. Two numbers may stand for one set. */
  members(set: number): readonly number[] {
    return this.#sets.members(set)
  }

  #nearEdges(leaf: number, left: number, bottom: number, lon: number, lat: number): number {
    const segments = this.#segments
    const owners = this.#owners
    const leaves = this.#leaves
    const end = leaf + 2 + leaves[leaf]
    let set = leaves[leaf + 1]
    for (let at = leaf + 2; at < end; ) {
      const area = owners[leaves[at] >>> 2]
      let isInside = leaves[at] & 1
      let isOnBorder = false
      for (; at < end; at++) {
        const number = leaves[at] >>> 2
        if (owners[number] !== area) break
        const edge = 4 * number
        // Most edges lie beyond the point and meet neither part of the path.
        if (isOnBorder || (segments[edge] > lon && segments[edge + 2] > lon)) continue
        if (segments[edge + 1] > lat && segments[edge + 3] > lat) continue
        isOnBorder = isOnEdge(segments, edge, lon, lat)
        isInside ^=
          crossesNorthward(segments, edge, left, bottom, lat) ^
          crossesEastward(segments, edge, lat, left, lon)
      }
      if (isOnBorder || isInside === 1) set = this.#sets.plus(set, area)
    }
    return set
  }

  /** All quarters in one pass over the edges: the sides of their corners depend on the same three crossings. */
  #divide(cell: number, left: number, bottom: number, right: number, top: number): void {
    const { entries, within } = this.#undivided[cell]!
    const segments = this.#segments
    const owners = this.#owners
    const middleLon = middle(left, right)
    const middleLat = middle(bottom, top)
    const [southWest, southEast, northWest, northEast] = this.#scratch
    for (const quarter of this.#scratch) quarter.begin(within)
    for (let at = 0; at < entries.length; ) {
      const area = owners[entries[at] >>> 2]
      const corner = entries[at] & 1
      let eastward = 0
      let northward = 0
      let eastwardInMiddle = 0
      for (; at < entries.length; at++) {
        const first = entries[at] >>> 2
        if (owners[first] !== area) break
        const isRun = (entries[at] & 2) !== 0
        const whole = isRun ? this.#quarterOfRun(first, left, bottom, middleLon, middleLat) : null
        if (whole !== null) {
          whole.addRun(first)
          continue
        }
        const end = isRun ? first + RUN : first + 1
        for (let number = first; number < end; number++) {
          const edge = 4 * number
          const ax = segments[edge]
          const ay = segments[edge + 1]
          const bx = segments[edge + 2]
          const by = segments[edge + 3]
          if (ay > bottom !== by > bottom)
            eastward ^= crossesEastward(segments, edge, bottom, left, middleLon)
          if (ax > left !== bx > left) northward ^= crossesNorthward(segments, edge, left, bottom, middleLat)
          const isEast = ax > middleLon
          const isNorth = ay > middleLat
          if (isEast === bx > middleLon && isNorth === by > middleLat) {
            const quarter = isNorth ? (isEast ? northEast : northWest) : isEast ? southEast : southWest
            quarter.add(number)
            continue
          }
          eastwardInMiddle ^= crossesEastward(segments, edge, middleLat, left, middleLon)
          if (mayTouch(segments, edge, left, bottom, middleLon, middleLat)) southWest.add(number)
          if (mayTouch(segments, edge, middleLon, bottom, right, middleLat)) southEast.add(number)
          if (mayTouch(segments, edge, left, middleLat, middleLon, top)) northWest.add(number)
          if (mayTouch(segments, edge, middleLon, middleLat, right, top)) northEast.add(number)
        }
      }
      southWest.endArea(area, corner, this.#sets)
      southEast.endArea(area, corner ^ eastward, this.#sets)
      northWest.endArea(area, corner ^ northward, this.#sets)
      northEast.endArea(area, corner ^ northward ^ eastwardInMiddle, this.#sets)
    }
    this.#undivided[cell] = null
    this.#undividedEntries -= entries.length
    for (const [place, quarter] of this.#scratch.entries()) {
      const found = this.#addCell(quarter, middleLon - left)
      this.#quarters[4 * cell + place] = found
    }
  }

  /** The quarter whose sides the run crosses nowhere; null where it may cross some. */
  #quarterOfRun(
    first: number,
    left: number,
    bottom: number,
    middleLon: number,
    middleLat: number,
  ): Quarter | null {
    const boxes = this.#runBoxes
    const box = (4 * first) / RUN
    const west = boxes[box]
    const south = boxes[box + 1]
    const isEast = west > middleLon
    const isNorth = south > middleLat
    if (west < left || south < bottom) return null
    if (isEast !== boxes[box + 2] > middleLon || isNorth !== boxes[box + 3] > middleLat) return null
    return this.#scratch[(isNorth ? 2 : 0) + (isEast ? 1 : 0)]
  }

  #addCell(quarter: Quarter, width: number): Cell {
    const { entries, within, edges } = quarter
    if (edges === 0) return ~within
    if (edges <= CROWD || width <= MIN_SIZE) return this.#addLeaf(quarter)
    const cell = this.#undivided.push({ entries: entries.slice(), within }) - 1
    this.#undividedEntries += entries.length
    if (4 * cell === this.#quarters.length) this.#quarters = grown(this.#quarters, 2 * this.#quarters.length)
    this.#quarters[4 * cell] = UNDIVIDED
    return 2 * cell
  }

  #addLeaf({ entries, within, edges }: Quarter): Cell {
    const leaf = this.#leavesEnd
    this.#leavesEnd += 2 + edges
    if (this.#leavesEnd > this.#leaves.length) this.#leaves = grown(this.#leaves, 2 * this.#leavesEnd)
    this.#leaves[leaf] = edges
    this.#leaves[leaf + 1] = within
    let at = leaf + 2
    for (const entry of entries) {
      if ((entry & 2) === 0) this.#leaves[at++] = entry
      else for (let edge = 0; edge < RUN; edge++) this.#leaves[at++] = entry - 2 + 4 * edge
    }
    return 2 * leaf + 1
  }
}

/** A quarter of a cell, while the cell is divided. */
class Quarter {
  within = EMPTY_SET
  /** Edges of all entries. */
  edges = 0
  readonly #entries = new IntList()
  /** Where the entries of the current area begin. */
  #areaStart = 0

  get entries(): Entries {
    return this.#entries.view()
  }

  begin(within: number): void {
    this.within = within
    this.edges = 0
    this.#entries.length = 0
    this.#areaStart = 0
  }

  add(edge: number): void {
    this.#entries.push(4 * edge)
    this.edges++
  }

  addRun(first: number): void {
    this.#entries.push(4 * first + 2)
    this.edges += RUN
  }

  endArea(area: number, corner: number, sets: AreaSets): void {
    if (corner === 1) {
      const entries = this.#entries
      if (entries.length === this.#areaStart) this.within = sets.plus(this.within, area)
      else for (let at = this.#areaStart; at < entries.length; at++) entries.set(at, entries.at(at) + 1)
    }
    this.#areaStart = this.#entries.length
  }
}

/** A cell with more edges is divided, unless it is as small as `MIN_SIZE` units. */
const CROWD = 16
const MIN_SIZE = 4
/** Not a cell: sets and leaves have smaller numbers. */
const UNDIVIDED = 2 ** 31 - 1
/** Its quarters, and the objects of its entries, about. */
const BYTES_A_CELL = 150

/** At a half unit. */
const middle = (from: number, to: number): number => Math.floor((from + to) / 2) + 0.5
